import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { dataAsOf } from '#api/dataAsOf.ts'
import { serverNow } from '#api/serverClock.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import type { OwnLimitKind, OwnLimit, UserTradingRestrictions } from '#contract/calls/limits.ts'
import { formatDateTime } from '#i18n/date.ts'
import { formatAmount } from '#i18n/number.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { tradingProtectionQuery } from '#widgets/trading/useTradeRestriction.ts'
import { SelfExclusionSheet, TradingTimeoutSheet } from './BreakSheet.tsx'
import { Stack } from '#ui/Stack.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Limits.module.css'
import { OwnLimitSheet } from './OwnLimitSheet.tsx'
import { useOwnLimitTexts } from './useLimitWords.ts'
import { useSuitabilityStatusText } from './useSuitabilityWords.ts'

export const Route = createFileRoute('/_signedIn/limits')({ component: Limits })

const lossKinds: readonly OwnLimitKind[] = ['lossDay', 'lossWeek', 'lossMonth', 'stakeSecond']
const depositKinds: readonly OwnLimitKind[] = ['depositDay', 'depositWeek', 'depositMonth']

/** What a person allows themselves, time off, and the questions about risk (docs/rules/protection.md). */
function Limits() {
  const { t } = useLingui()
  const { data, error, dataUpdatedAt, refetch, isFetching } = useQuery(tradingProtectionQuery())
  const isOffline = useStreamConnectionState() === 'offline'
  return (
    <ScreenLayout
      title={t`Limits and breaks`}
      back={path.me}
      chips={<DataAgeChip at={data && (error || isOffline) ? dataAsOf(data, dataUpdatedAt) : undefined} />}
    >
      {data ? (
        <Content protection={data} />
      ) : error ? (
        <LoadErrorState title={t`Your limits could not be read`} error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <Skeleton lines={10} />
      )}
    </ScreenLayout>
  )
}

type Open = 'timeout' | 'exclusion' | OwnLimit | undefined

function Content({ protection }: { protection: UserTradingRestrictions }) {
  const { t } = useLingui()
  const [open, setOpen] = useState<Open>()
  const [openings, setOpenings] = useState(0)
  const suitability = useSuitabilityStatusText(protection.suitability)
  const show = (next: Open) => {
    setOpenings(openings + 1)
    setOpen(next)
  }
  const close = () => setOpen(undefined)
  const rows = (kinds: readonly OwnLimitKind[]) => (
    <Card flush>
      {kinds.map((kind) => {
        const limit = protection.limits.find((one) => one.kind === kind)
        return limit && <LimitRow key={kind} limit={limit} onOpen={() => show(limit)} />
      })}
    </Card>
  )
  return (
    <>
      <Breaks breaks={protection.breaks} />
      <Section title={t`Time off`}>
        <Card flush>
          <ListRow title={t`Take a break`} subtitle={t`24 hours to 6 weeks, from all new orders`} onClick={() => show('timeout')} />
          <ListRow title={t`Exclude yourself`} subtitle={t`6 months to 5 years`} onClick={() => show('exclusion')} />
        </Card>
      </Section>
      <Section title={t`Losses, real book`}>
        {rows(lossKinds)}
        <Text tone="quiet">
          <Trans>Realised losses, fees and open stakes count. Days begin at 00:00 UTC+8, weeks on Monday.</Trans>
        </Text>
      </Section>
      <Section title={t`Deposits`}>
        {rows(depositKinds)}
        <Text tone="quiet">
          <Trans>What arrives and claims that wait count, at the prices of their time.</Trans>
        </Text>
      </Section>
      <Section title={t`Time in the app`}>{rows(['sessionMinutes'])}</Section>
      <Section title={t`Questions about risk`}>
        <Card flush>
          <RowLink to={path.suitability} title={suitability.title} subtitle={suitability.text} />
        </Card>
      </Section>
      <Card flush>
        <RowLink to={path.article} search={{ id: 'limits' }} title={t`How limits and breaks work`} />
      </Card>
      {open === 'timeout' && <TradingTimeoutSheet key={openings} onClose={close} />}
      {open === 'exclusion' && <SelfExclusionSheet key={openings} onClose={close} />}
      {typeof open === 'object' && <OwnLimitSheet key={openings} limit={open} onClose={close} />}
    </>
  )
}

function Breaks({ breaks }: Pick<UserTradingRestrictions, 'breaks'>) {
  const { t } = useLingui()
  const scopes = { all: t`all new orders`, leverage: t`contracts and options`, second: t`second contracts` }
  if (breaks.length === 0) return null
  return (
    <Card>
      <Stack gap={3}>
        {breaks.map(({ kind, scope, until }, index) => {
          const [what, end] = [scopes[scope], formatDateTime(until)]
          return (
            <p key={index} className={styles.strong}>
              {kind === 'timeout' ? (
                <Trans>
                  Break from {what} until {end}
                </Trans>
              ) : (
                <Trans>
                  Excluded from {what} until {end}
                </Trans>
              )}
            </p>
          )
        })}
        <Text tone="quiet">
          <Trans>It ends by itself. Closing, protecting, cancelling and selling stay open.</Trans>
        </Text>
      </Stack>
    </Card>
  )
}

function LimitRow({ limit, onOpen }: { limit: OwnLimit; onOpen: () => void }) {
  const { t } = useLingui()
  const { names, value } = useOwnLimitTexts()
  const { kind, asked, used } = limit
  const usedWords = used !== null && formatAmount(used, 2)
  const wished = asked && value(kind, asked.value)
  const from = asked && formatDateTime(asked.from)
  const subtitle = asked
    ? asked.from <= serverNow()
      ? t`${wished}: confirm it now`
      : t`${wished} from ${from}`
    : usedWords
      ? t`Used: ${usedWords} USDT`
      : kind === 'sessionMinutes'
        ? t`Shows your result of the day`
        : undefined
  return (
    <ListRow
      title={names[kind]}
      subtitle={subtitle}
      trailing={<span className={styles.value}>{value(kind, limit.value)}</span>}
      onClick={onOpen}
    />
  )
}
