import { Trans, useLingui } from '@lingui/react/macro'
import type { SettlementLeg, SettlementReceipt } from '#contract/calls/settlement.ts'
import { useDevicePreference } from '#device/preferences.ts'
import { formatDateTime } from '#i18n/date.ts'
import { formatAmount, formatSignedAmount } from '#i18n/number.ts'
import { add } from '#rules/decimal.ts'
import { balanceBucketLabel, balanceRecordTypeLabel } from '#widgets/money/recordWords.ts'
import styles from './Settlement.module.css'
import { houseAccountWords } from './settlementWords.ts'

/** Every posting with all its ends: what left one account came to another, so each sums to nothing. */
export function SettlementPostings({ postings }: { postings: SettlementReceipt['postings'] }) {
  return (
    <div className={styles.postings}>
      {postings.map((posting) => (
        <Posting key={posting.id} posting={posting} />
      ))}
    </div>
  )
}

function Posting({ posting: { id, time, legs } }: { posting: SettlementReceipt['postings'][number] }) {
  const sums = [...new Set(legs.map(({ currency }) => currency))].map((currency) => ({
    currency,
    sum: add('0', ...legs.filter((leg) => leg.currency === currency).map(({ amount }) => amount)),
  }))
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption>
          {formatDateTime(time)} · {id}
        </caption>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Account</Trans>
            </th>
            <th scope="col">
              <Trans>Amount</Trans>
            </th>
            <th scope="col">
              <Trans>After</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {legs.map((leg, at) => (
            <Leg key={at} leg={leg} hasUnit={sums.length > 1} />
          ))}
        </tbody>
        <tfoot>
          {sums.map(({ currency, sum }) => (
            <tr key={currency}>
              <th scope="row">
                <Trans>Sum, {currency}</Trans>
              </th>
              <td>{formatAmount(sum, 8)}</td>
              <td />
            </tr>
          ))}
        </tfoot>
      </table>
    </div>
  )
}

/** One currency is named by the sum; where there are two each line says its own. */
function Leg({ leg: { account, mine, currency, amount, type, after }, hasUnit }: { leg: SettlementLeg; hasUnit: boolean }) {
  const { i18n } = useLingui()
  const isHidden = useDevicePreference('hideBalance')
  const houseAccountLabel = houseAccountWords[account]
  return (
    <tr data-mine={mine}>
      <th scope="row">
        {mine ? i18n._(balanceBucketLabel(account)) : houseAccountLabel ? i18n._(houseAccountLabel) : account}
        {type !== null && <span className={styles.kind}>{i18n._(balanceRecordTypeLabel(type))}</span>}
      </th>
      <td>
        {formatSignedAmount(amount, 8)}
        {hasUnit && <span className={styles.kind}>{currency}</span>}
      </td>
      <td>{after === null ? '' : isHidden ? '••••' : formatAmount(after, 8)}</td>
    </tr>
  )
}
