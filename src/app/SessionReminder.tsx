import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useBook } from '#api/book.ts'
import { useUser } from '#api/person.ts'
import { query } from '#api/query.ts'
import { sessionMinutesDefault } from '#contract/calls/limits.ts'
import { wallet } from '#contract/calls/wallet.ts'
import { book } from '#contract/constants.ts'
import { formatSigned } from '#i18n/number.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { timeHere, watchTime } from './timeHere.ts'

const lookEveryMs = 30_000

/** After an hour, or what the person set: how long it was and what the day brought, once, with two equal ways on (product §3.7). */
export function SessionReminder() {
  const { t } = useLingui()
  const user = useUser()
  const [reminded, setReminded] = useState<{ minutes: number }>()
  const everyMinutes = Number(user?.limits?.['sessionMinutes'] ?? sessionMinutesDefault)
  const isHere = user !== undefined
  useEffect(() => {
    if (!isHere) return
    const look = () => {
      watchTime()
      const { minutes, sinceReminder } = timeHere()
      // A sheet under way is not interrupted: the next look finds it closed.
      if (sinceReminder >= everyMinutes && document.querySelector('dialog[open]') === null) setReminded({ minutes })
    }
    look()
    const timer = setInterval(look, lookEveryMs)
    return () => clearInterval(timer)
  }, [isHere, everyMinutes])
  const isOpen = reminded !== undefined && isHere
  const accountType = useBook()
  const today = useQuery({ ...query(wallet.assets, { accountType, target: 'USDT' }), enabled: isOpen, staleTime: 0 }).data?.todayPnl
  const close = () => {
    watchTime(true)
    setReminded(undefined)
  }
  const minutes = reminded?.minutes ?? 0
  const result = formatSigned(today, 2)
  return (
    <Sheet
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
        {accountType === book.real ? (
          <Trans>Today in your real account, fees included: {result} USDT</Trans>
        ) : (
          <Trans>Today in your demo account, fees included: {result} USDT</Trans>
        )}
      </p>
    </Sheet>
  )
}
