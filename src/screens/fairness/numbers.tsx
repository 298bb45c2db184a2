import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { FairStats } from '#contract/calls/fairness.ts'
import { retailMinAccounts, retailMinDays } from '#contract/constants.ts'
import { withdrawalReasons } from '#contract/calls/withdrawals.ts'
import { formatDay } from '#i18n/date.ts'
import { formatAmount, formatShare } from '#i18n/number.ts'
import { toPlotNumber } from '#rules/plot.ts'
import { Card } from '#ui/Card.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Ring } from '#ui/Meter.tsx'
import { Bars } from './Bars.tsx'
import { closeReasonWords } from './settlementWords.ts'
import { spanText } from '#i18n/spanText.ts'
import styles from './fairness.module.css'

const whole = (count: number): string => formatAmount(String(count), 0)
/** How many of those who traded contracts with real money lost, once there are enough days and people to say it. */
export function Retail({ retail: { people, losing, share, sinceMs } }: { retail: FairStats['retail'] }) {
  const { t, i18n } = useLingui()
  const [all, lost] = [whole(people), whole(losing)]
  const since = sinceMs === null ? '' : formatDay(sinceMs)
  if (share === null || people < retailMinAccounts)
    return (
      <Card className={styles.values}>
        <p>
          <Trans>Too few to say. At other providers most retail accounts lose.</Trans>
        </p>
        {people > 0 && sinceMs !== null && (
          <p className={styles.note}>
            <Trans>
              Since {since}: {lost} of {all} lost. We state a share after {retailMinDays} days and {retailMinAccounts} accounts.
            </Trans>
          </p>
        )}
      </Card>
    )
  const text = formatShare(share, 1)
  return (
    <Card className={styles.ringLine}>
      <Ring value={toPlotNumber(share)} label={t`Share of accounts that lose`} text={text} />
      <div className={styles.values}>
        <p className={styles.big} lang={i18n.locale}>
          {text}
        </p>
        <p className={styles.note}>
          <Trans>
            {lost} of {all} people who closed contracts with real money lost, fees counted.
          </Trans>
        </p>
      </div>
    </Card>
  )
}

/** Why contracts with real money were closed. */
export function Closes({ closes }: { closes: FairStats['closes'] }) {
  const { t, i18n } = useLingui()
  if (closes.length === 0)
    return (
      <Card>
        <p>
          <Trans>No contract with real money has been closed yet.</Trans>
        </p>
      </Card>
    )
  return (
    <Card>
      <Bars
        rows={closes
          .toSorted((a, b) => b.count - a.count)
          .map(({ reason, count }) => {
            const known = closeReasonWords[reason]
            const name = reason === 1 ? t`The person` : known ? i18n._(known) : t`Another reason`
            return { key: String(reason), name, text: whole(count), value: count }
          })}
      />
    </Card>
  )
}

/** How long withdrawals took, and why any was refused. */
export function Withdrawals({ withdrawals: { paid, p50Seconds, p95Seconds, late, refused } }: { withdrawals: FairStats['withdrawals'] }) {
  const { t } = useLingui()
  const reasonWords: Record<(typeof withdrawalReasons)[number], string> = {
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
        <Bars
          rows={[
            { key: 'p50', name: t`Half were paid out within`, text: spanText(p50Seconds), value: p50Seconds },
            { key: 'p95', name: t`95 of 100 within`, text: spanText(p95Seconds), value: p95Seconds },
          ]}
        />
      )}
      <Facts
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
        <Bars rows={refused.map(({ reason, count }) => ({ key: reason, name: nameOf(reason), text: whole(count), value: count }))} />
      )}
    </Card>
  )
}

/** How many seconds had a price. */
export function Feed({ feed: { recorded, seconds, uptime } }: { feed: FairStats['feed'] }) {
  const { t } = useLingui()
  if (uptime === null || seconds === 0)
    return (
      <Card>
        <p>
          <Trans>The record began today: too short to say.</Trans>
        </p>
      </Card>
    )
  const text = formatShare(uptime, 2)
  const [have, all] = [whole(recorded), whole(seconds)]
  return (
    <Card className={styles.ringLine}>
      <Ring value={toPlotNumber(uptime)} label={t`Seconds with a price`} text={text} />
      <div className={styles.values}>
        <p className={styles.big}>{text}</p>
        <p className={styles.note}>
          <Trans>
            {have} of {all} seconds have a price in the record. In the others no order was taken.
          </Trans>
        </p>
      </div>
    </Card>
  )
}

/** What the nightly recomputation of all settled orders found. */
export function Replayed({ replay }: { replay: FairStats['replay'] }) {
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
      <p className={styles.big}>
        <Plural value={mismatches} _0="No difference" one="# difference" other="# differences" />
      </p>
      <Facts
        rows={[
          { key: 'checked', name: t`Settled orders computed again`, value: whole(checked) },
          { key: 'unproved', name: t`Whose prices are no longer kept`, value: whole(unproved) },
        ]}
      />
    </Card>
  )
}

/** How many complained, and how long they waited for an answer. */
export function Support({ support }: { support: FairStats['support'] }) {
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
  const span = (seconds: number | null) => (seconds === null ? '—' : spanText(seconds))
  const [open, all] = [whole(answered), whole(complaints)]
  return (
    <Card className={styles.values}>
      <Facts
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
