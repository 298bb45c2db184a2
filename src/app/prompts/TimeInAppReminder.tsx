import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useAccountType } from '#api/accountType.ts'
import { useUser } from '#api/person.ts'
import { apiReadQuery } from '#api/query.ts'
import { defaultSessionReminderMinutes } from '#contract/calls/limits.ts'
import { wallet } from '#contract/calls/wallet.ts'
import { accountTypes } from '#contract/constants.ts'
import { formatSignedAmount } from '#i18n/number.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { readMinutesInAppAndSinceReminder, recordTimeInApp } from '../launch/timeInApp.ts'

const pollIntervalMs = 30_000

/** After an hour, or what the person set: how long it was and what the day brought, once each time, with two equal ways on (docs/rules/protection.md). */
export function TimeInAppReminder() {
  const { t } = useLingui()
  const user = useUser()
  const [reminded, setReminded] = useState<{ minutes: number }>()
  const reminderMinutes = Number(user?.limits?.['sessionMinutes'] ?? defaultSessionReminderMinutes)
  const isSignedIn = user !== undefined
  useEffect(() => {
    if (!isSignedIn) return
    const checkTimeInApp = () => {
      recordTimeInApp()
      const { minutes, sinceReminder } = readMinutesInAppAndSinceReminder()
      // A sheet under way is not interrupted: the next look finds it closed.
      if (sinceReminder >= reminderMinutes && document.querySelector('dialog[open]') === null) setReminded({ minutes })
    }
    checkTimeInApp()
    const timer = setInterval(checkTimeInApp, pollIntervalMs)
    return () => clearInterval(timer)
  }, [isSignedIn, reminderMinutes])
  const isOpen = reminded !== undefined && isSignedIn
  const accountType = useAccountType()
  const today = useQuery({ ...apiReadQuery(wallet.assets, { accountType, target: 'USDT' }), enabled: isOpen, staleTime: 0 }).data?.todayPnl
  const close = () => {
    recordTimeInApp(true)
    setReminded(undefined)
  }
  const minutes = reminded?.minutes ?? 0
  const result = formatSignedAmount(today, 2)
  return (
    <BottomSheet
      open={isOpen}
      onClose={close}
      title={t`You have been here for ${minutes} min`}
      footer={
        <>
          <Button kind="secondary" size="large" wide onClick={close}>
            <Trans>Go on</Trans>
          </Button>
          <ButtonLink to={path.limits} kind="secondary" size="large" wide onClick={close}>
            <Trans>Limits and breaks</Trans>
          </ButtonLink>
        </>
      }
    >
      <p>
        {accountType === accountTypes.real ? (
          <Trans>Today in your real account, fees included: {result} USDT</Trans>
        ) : (
          <Trans>Today in your demo account, fees included: {result} USDT</Trans>
        )}
      </p>
    </BottomSheet>
  )
}
