import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useSystemSettings } from '#api/person.ts'
import { apiReadQuery } from '#api/query.ts'
import { toDeviceTime } from '#api/serverClock.ts'
import { fairness, type PublishedReserve } from '#contract/calls/fairness.ts'
import { formatMoney } from '#i18n/money.ts'
import { formatAmount } from '#i18n/number.ts'
import { compareDecimals } from '#rules/decimal.ts'
import { decimalToPlotNumber } from '#rules/plot.ts'
import { reservesSigningText } from '#rules/signedNumbers.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/Empty.tsx'
import { DescriptionList } from '#ui/DescriptionList.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { BarChart } from './BarChart.tsx'
import { SignedFileVerification } from './SignedFileVerification.tsx'
import { Stack } from '#ui/Stack.tsx'
import styles from './fairness.module.css'

export const Route = createFileRoute('/fair-reserves')({ component: FairReserves })

const refreshMs = 60_000

/** What the house holds for its promises, and what it must be enough for (docs/rules/fair-dealing.md). */
function FairReserves() {
  const { t } = useLingui()
  const isSandbox = useSystemSettings()?.env === 'sandbox'
  const { data, error, isFetching, refetch } = useQuery({ ...apiReadQuery(fairness.reserves, {}), refetchInterval: refreshMs })
  return (
    <ScreenLayout
      title={t`Reserves`}
      back={path.priceRecord}
      chips={data && error ? <DataAgeChip at={toDeviceTime(data.ms)} /> : undefined}
    >
      {data ? (
        <Stack gap={5}>
          <p className={styles.note}>
            <Trans>What we hold for what we promised in the real book, summed from the ledger.</Trans>{' '}
            {isSandbox && <Trans>In the sandbox all of it is play money.</Trans>}
          </p>
          {data.reserves.length === 0 && <EmptyState text={t`Nothing has been put into a reserve yet.`} />}
          {[...new Set(data.reserves.map(({ account }) => account))].map((account) => (
            <Account key={account} account={account} reserves={data.reserves.filter((one) => one.account === account)} />
          ))}
          <Card flush>
            <RowLink to={path.article} search={{ id: 'reserves' }} title={t`How reserves work`} />
          </Card>
          <SignedFileVerification text={reservesSigningText(data.reserves, data.ms)} signed={data} name="fairlead-reserves.json" />
        </Stack>
      ) : error ? (
        <LoadErrorState title={t`The reserves did not load`} error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={12} />
      )}
    </ScreenLayout>
  )
}

/** One account of the house, currency by currency. */
function Account({ account, reserves }: { account: string; reserves: readonly PublishedReserve[] }) {
  const { t } = useLingui()
  const words: Record<string, string> = {
    CUSTODY: t`All in custody, against what people own`,
    COVER: t`Losses beyond the margin`,
    RESERVE: t`General reserve`,
    RESERVE_SECOND: t`Second contracts`,
    RESERVE_OPTION: t`Options`,
    RESERVE_EARN: t`Earn products`,
    LOAN_POOL: t`Money to lend`,
    PRIZE: t`Prizes of competitions`,
    WELFARE: t`Bonuses, envelopes and vouchers`,
  }
  const isCounted = reserves.some(({ covers }) => covers !== null)
  return (
    <Section title={words[account] ?? account}>
      <Card className={styles.values}>
        {reserves.map((reserve) => (
          <Held key={reserve.currency} reserve={reserve} />
        ))}
        {!isCounted && (
          <p className={styles.note}>
            <Trans>Nothing is counted against it.</Trans>
          </p>
        )}
      </Card>
    </Section>
  )
}

function Held({ reserve: { currency, balance, covers, coverage } }: { reserve: PublishedReserve }) {
  const { t } = useLingui()
  const amount = (value: string) => formatMoney(value, currency)
  if (covers === null || coverage === null)
    return (
      <DescriptionList
        rows={[
          { key: 'held', name: t`Held`, value: amount(balance), strong: true },
          ...(covers === null ? [] : [{ key: 'covers', name: t`It must be enough for`, value: amount(covers) }]),
        ]}
      />
    )
  return (
    <>
      <BarChart
        rows={[
          {
            key: 'held',
            name: t`Held`,
            text: amount(balance),
            value: Math.max(0, decimalToPlotNumber(balance)),
            tone: compareDecimals(coverage, '1') < 0 ? 'bad' : 'plain',
          },
          { key: 'covers', name: t`It must be enough for`, text: amount(covers), value: decimalToPlotNumber(covers), tone: 'warn' },
        ]}
      />
      <DescriptionList rows={[{ key: 'coverage', name: t`Coverage`, value: `${formatAmount(coverage, 2)} ×`, strong: true }]} />
    </>
  )
}
