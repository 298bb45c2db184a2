import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { FairDealingStats } from '#contract/calls/fairness.ts'
import { retailLossShareMinAccounts, retailLossShareMinDays } from '#contract/constants.ts'
import { withdrawalRejectionReasons } from '#contract/calls/withdrawals.ts'
import { formatDate } from '#i18n/date.ts'
import { formatAmount, formatPercent } from '#i18n/number.ts'
import { decimalToPlotNumber } from '#rules/plot.ts'
import { Card } from '#ui/Card.tsx'
import { DescriptionList } from '#ui/DescriptionList.tsx'
import { ProgressRing } from '#ui/Meter.tsx'
import { BarChart } from './BarChart.tsx'
import { closeReasonLabels } from './settlementWords.ts'
import { formatSecondsAsDuration } from '#i18n/formatDuration.ts'
import { Text } from '#ui/Text.tsx'
import styles from './fairness.module.css'

const whole = (count: number): string => formatAmount(String(count), 0)
/** How many of those who traded contracts with real money lost, once there are enough days and people to say it. */
export function RetailLossStats({ retail: { people, losing, share, sinceMs } }: { retail: FairDealingStats['retail'] }) {
  const { t, i18n } = useLingui()
  const [all, lost] = [whole(people), whole(losing)]
  const since = sinceMs === null ? '' : formatDate(sinceMs)
  if (share === null || people < retailLossShareMinAccounts)
    return (
      <Card className={styles.values}>
        <p>
          <Trans>Too few to say. At other providers most retail accounts lose.</Trans>
        </p>
        {people > 0 && sinceMs !== null && (
          <p className={styles.note}>
            <Trans>
              Since {since}: {lost} of {all} lost. We state a share after {retailLossShareMinDays} days and {retailLossShareMinAccounts}{' '}
              accounts.
            </Trans>
          </p>
        )}
      </Card>
    )
  const text = formatPercent(share, 1)
  return (
    <Card className={styles.ringLine}>
      <ProgressRing value={decimalToPlotNumber(share)} label={t`Share of accounts that lose`} text={text} />
      <div className={styles.values}>
        <Text size="h2" weight="strong" tabular lang={i18n.locale}>
          {text}
        </Text>
        <p className={styles.note}>
          <Trans>
            {lost} of {all} people who closed contracts in the real book lost, fees counted.
          </Trans>
        </p>
      </div>
    </Card>
  )
}

/** Why contracts with real money were closed. */
export function CloseReasonStats({ closes }: { closes: FairDealingStats['closes'] }) {
  const { t, i18n } = useLingui()
  if (closes.length === 0)
    return (
      <Card>
        <p>
          <Trans>No contract in the real book has been closed yet.</Trans>
        </p>
      </Card>
    )
  return (
    <Card>
      <BarChart
        rows={closes
          .toSorted((a, b) => b.count - a.count)
          .map(({ reason, count }) => {
            const known = closeReasonLabels[reason]
            const name = reason === 1 ? t`The person` : known ? i18n._(known) : t`Another reason`
            return { key: String(reason), name, text: whole(count), value: count }
          })}
      />
    </Card>
  )
}

/** How long withdrawals took, and why any was refused. */
export function WithdrawalStats({
  withdrawals: { paid, p50Seconds, p95Seconds, late, refused },
}: {
  withdrawals: FairDealingStats['withdrawals']
}) {
  const { t } = useLingui()
  const reasonWords: Record<(typeof withdrawalRejectionReasons)[number], string> = {
    address_invalid: t`The address does not exist`,
    beneficiary_info_missing: t`The receiver was not named`,
    sanction_match: t`A sanctions list`,
    ownership_unconfirmed: t`Whose address it is was not confirmed`,
    suspected_takeover: t`Somebody else seemed to be at the account`,
    network_halt: t`The network stood still`,
    legal_order: t`An order of an authority`,
  }
  const nameOf = (reason: string) => reasonWords[reason as keyof typeof reasonWords] ?? t`Another reason`
  if (paid === 0 && refused.length === 0)
    return (
      <Card>
        <p>
          <Trans>No withdrawal in these days.</Trans>
        </p>
      </Card>
    )
  return (
    <Card className={styles.values}>
      {p50Seconds !== null && p95Seconds !== null && (
        <BarChart
          rows={[
            { key: 'p50', name: t`Half were paid out within`, text: formatSecondsAsDuration(p50Seconds), value: p50Seconds },
            { key: 'p95', name: t`95 of 100 within`, text: formatSecondsAsDuration(p95Seconds), value: p95Seconds },
          ]}
        />
      )}
      <DescriptionList
        rows={[
          { key: 'paid', name: t`Paid out`, value: whole(paid) },
          { key: 'late', name: t`Of all, decided late`, value: whole(late) },
        ]}
      />
      <h3 className={styles.heading}>
        <Trans>Refused or failed, all given back</Trans>
      </h3>
      {refused.length === 0 ? (
        <p className={styles.note}>
          <Trans>None</Trans>
        </p>
      ) : (
        <BarChart rows={refused.map(({ reason, count }) => ({ key: reason, name: nameOf(reason), text: whole(count), value: count }))} />
      )}
    </Card>
  )
}

/** How many seconds had a price. */
export function FeedStats({ feed: { recorded, seconds, uptime } }: { feed: FairDealingStats['feed'] }) {
  const { t } = useLingui()
  if (uptime === null || seconds === 0)
    return (
      <Card>
        <p>
          <Trans>The record began today: too short to say.</Trans>
        </p>
      </Card>
    )
  const text = formatPercent(uptime, 2)
  const [have, all] = [whole(recorded), whole(seconds)]
  return (
    <Card className={styles.ringLine}>
      <ProgressRing value={decimalToPlotNumber(uptime)} label={t`Seconds with a price`} text={text} />
      <div className={styles.values}>
        <Text size="h2" weight="strong" tabular>
          {text}
        </Text>
        <p className={styles.note}>
          <Trans>
            {have} of {all} seconds have a recorded price. Nothing opens on a price older than 3 seconds.
          </Trans>
        </p>
      </div>
    </Card>
  )
}

/** What the newest finished recomputation of settled orders found; without one, that the first is still to come. */
export function SettlementReplayStats({ replay }: { replay: FairDealingStats['replay'] }) {
  const { t } = useLingui()
  if (!replay)
    return (
      <Card>
        <p>
          <Trans>The first night is still to come.</Trans>
        </p>
      </Card>
    )
  const { checked, unproved, mismatches } = replay
  return (
    <Card className={styles.values}>
      <Text size="h2" weight="strong" tabular>
        <Plural value={mismatches} _0="No difference" one="# difference" other="# differences" />
      </Text>
      <DescriptionList
        rows={[
          { key: 'checked', name: t`Settled orders computed again`, value: whole(checked) },
          { key: 'unproved', name: t`Whose prices are no longer kept`, value: whole(unproved) },
        ]}
      />
    </Card>
  )
}

/** How many complained, and how long they waited for an answer. */
export function SupportStats({ support }: { support: FairDealingStats['support'] }) {
  const { t } = useLingui()
  const { complaints, answered, medianAnswerSeconds, tickets, ticketMedianAnswerSeconds } = support
  if (tickets === 0)
    return (
      <Card>
        <p>
          <Trans>Nobody has written to us yet.</Trans>
        </p>
      </Card>
    )
  const span = (seconds: number | null) => (seconds === null ? '—' : formatSecondsAsDuration(seconds))
  const [open, all] = [whole(answered), whole(complaints)]
  return (
    <Card className={styles.values}>
      <DescriptionList
        rows={[
          { key: 'complaints', name: t`Complaints, answered of all`, value: `${open} / ${all}` },
          { key: 'median', name: t`Half were answered within`, value: span(medianAnswerSeconds) },
          { key: 'tickets', name: t`Questions and complaints`, value: whole(tickets) },
          { key: 'all', name: t`Half of those within`, value: span(ticketMedianAnswerSeconds) },
        ]}
      />
    </Card>
  )
}
