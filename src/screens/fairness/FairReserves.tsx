import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useSystemSettings } from '#api/person.ts'
import { query } from '#api/query.ts'
import { fairness, type Reserve } from '#contract/calls/fairness.ts'
import { formatAmount } from '#i18n/number.ts'
import { compare } from '#rules/decimal.ts'
import { toPlotNumber } from '#rules/plot.ts'
import { reservesText } from '#rules/signedNumbers.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { Bars } from './Bars.tsx'
import { SignedFile } from './SignedFile.tsx'
import styles from './fairness.module.css'

export const Route = createFileRoute('/fair-reserves')({ component: FairReserves })

const refreshMs = 60_000

/** What the house holds for its promises, and what it must be enough for (product §3.9; call 167). */
function FairReserves() {
  const { t } = useLingui()
  const isSandbox = useSystemSettings()?.env === 'sandbox'
  const { data, error, isFetching, refetch } = useQuery({ ...query(fairness.reserves, {}), refetchInterval: refreshMs })
  return (
    <ScreenLayout title={t`Reserves`} back={path.priceRecord} chips={data && error ? <AgeChip at={data.ms} /> : undefined}>
      {data ? (
        <div className={styles.screen}>
          <p className={styles.note}>
            <Trans>What we hold for what we promised in the real book, summed from the ledger.</Trans>{' '}
            {isSandbox && <Trans>In the sandbox all of it is play money.</Trans>}
          </p>
          {data.reserves.length === 0 && <Empty text={t`Nothing has been put into a reserve yet.`} />}
          {[...new Set(data.reserves.map(({ account }) => account))].map((account) => (
            <Account key={account} account={account} reserves={data.reserves.filter((one) => one.account === account)} />
          ))}
          <Card flush>
            <RowLink to={path.article} search={{ id: 'reserves' }} title={t`How reserves work`} />
          </Card>
          <SignedFile text={reservesText(data.reserves, data.ms)} signed={data} name="fairlead-reserves.json" />
        </div>
      ) : error ? (
        <FailedRead title={t`The reserves did not load`} error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={12} />
      )}
    </ScreenLayout>
  )
}

/** One account of the house, currency by currency. */
function Account({ account, reserves }: { account: string; reserves: readonly Reserve[] }) {
  const { t } = useLingui()
  const words: Record<string, string> = {
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

function Held({ reserve: { currency, balance, covers, coverage } }: { reserve: Reserve }) {
  const { t } = useLingui()
  const amount = (value: string) => `${formatAmount(value, 2)} ${currency}`
  if (covers === null || coverage === null)
    return (
      <Facts
        rows={[
          { key: 'held', name: t`Held`, value: amount(balance), strong: true },
          ...(covers === null ? [] : [{ key: 'covers', name: t`It must be enough for`, value: amount(covers) }]),
        ]}
      />
    )
  return (
    <>
      <Bars
        rows={[
          {
            key: 'held',
            name: t`Held`,
            text: amount(balance),
            value: Math.max(0, toPlotNumber(balance)),
            tone: compare(coverage, '1') < 0 ? 'bad' : 'plain',
          },
          { key: 'covers', name: t`It must be enough for`, text: amount(covers), value: toPlotNumber(covers), tone: 'warn' },
        ]}
      />
      <Facts rows={[{ key: 'coverage', name: t`Coverage`, value: `${formatAmount(coverage, 2)} ×`, strong: true }]} />
    </>
  )
}
