import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ProductOrder } from '#contract/calls/products.ts'
import { productOrderStatus, productType } from '#contract/states.ts'
import { formatTime } from '#i18n/date.ts'
import { isPositive } from '#rules/decimal.ts'
import { compare, subtract } from '#rules/decimal.ts'
import { Card } from '#ui/Card.tsx'
import { type Fact, Facts } from '#ui/Facts.tsx'
import { CopyValue } from '#widgets/CopyValue.tsx'
import { SettlementLink } from '#widgets/SettlementLink.tsx'
import { DefaultRule } from './DefaultRule.tsx'
import { freezeWords, kindWords } from './productWords.ts'
import styles from './Products.module.css'
import { exactAmount } from './rateText.ts'

/** Everything about one order, to the last digit. */
export function OrderFacts({ order }: { order: ProductOrder }) {
  const { t, i18n } = useLingui()
  const kind = kindWords[order.type]
  const { currency, money, incomeCurrency, status, endTime, closeTime, returned, cancelUntil, exitFee } = order
  const isFund = order.type === productType.quant
  const isCancelled = status === productOrderStatus.cancelled
  const rows: Fact[] = [
    ...(kind ? [{ key: 'kind', name: t`Kind`, value: i18n._(kind) }] : []),
    ...(order.num === undefined
      ? []
      : [{ key: 'num', name: t`Machines`, value: <Plural value={order.num} one="# machine" other="# machines" /> }]),
    ...unitRows(order, t`Units`, t`Unit value when bought`),
    ...(isFund || isCancelled
      ? []
      : [{ key: 'income', name: t`Came in so far`, value: `${exactAmount(order.incomeTotal)} ${incomeCurrency}`, strong: true }]),
    ...(isFund || status !== productOrderStatus.running
      ? []
      : [{ key: 'today', name: t`Of the last day`, value: `${exactAmount(order.incomeToday)} ${incomeCurrency}` }]),
    { key: 'bought', name: t({ message: 'Bought', context: 'when' }), value: formatTime(order.createTime) },
    ...(isCancelled || (order.type === productType.debt && endTime === null)
      ? []
      : [{ key: 'start', name: t`Starts`, value: formatTime(order.startTime) }]),
    ...(endTime === null || closeTime !== null ? [] : [{ key: 'end', name: t`Ends`, value: formatTime(endTime) }]),
    ...(cancelUntil === null ? [] : [{ key: 'cancel', name: t`Free to cancel until`, value: formatTime(cancelUntil) }]),
    ...(exitFee && isPositive(exitFee)
      ? [{ key: 'fee', name: t`Fee, out of its income alone`, value: `${exactAmount(exitFee)} ${currency}` }]
      : []),
    ...(returned === null ? [] : [{ key: 'back', name: t`Came back`, value: `${exactAmount(returned)} ${currency}`, strong: true }]),
    ...(returned === null || !isShort(order)
      ? []
      : [{ key: 'short', name: t`Not repaid`, value: `${exactAmount(subtract(money, returned))} ${currency}`, strong: true }]),
    ...(closeTime === null ? [] : [{ key: 'over', name: t`Over since`, value: formatTime(closeTime) }]),
  ]
  return (
    <Card>
      <Facts rows={rows} />
      <div className={styles.copy}>
        <CopyValue label={t`Order number`} value={order.orderNo} small />
        <SettlementLink type="product" id={order.id} wide />
      </div>
    </Card>
  )
}

/** A borrower's default is over, and not all that was lent has come back. */
const isShort = ({ type, status, money, returned }: ProductOrder): boolean =>
  type === productType.debt && status === productOrderStatus.ended && returned !== null && compare(returned, money) < 0

const unitRows = ({ units, buyNav, currency }: ProductOrder, unitsName: string, navName: string): Fact[] => [
  ...(units === null ? [] : [{ key: 'units', name: unitsName, value: exactAmount(units) }]),
  ...(buyNav === null ? [] : [{ key: 'nav', name: navName, value: `${exactAmount(buyNav)} ${currency}` }]),
]

/** Why it stands still, is late or will not be repaid as agreed: never without its reason and its time. */
export function OrderTrouble({ order: { status, frozenReason, frozenUntil, lateSince } }: { order: ProductOrder }) {
  const { i18n } = useLingui()
  const until = frozenUntil === null ? '' : formatTime(frozenUntil)
  const since = lateSince === null ? '' : formatTime(lateSince)
  return (
    <>
      {frozenReason !== null && (
        <Card tone="warn">
          <p>
            <strong>
              <Trans>Frozen until {until}</Trans>
            </strong>
          </p>
          <p>{i18n._(freezeWords[frozenReason])}</p>
          <p className={styles.quiet}>
            <Trans>Income goes on and waits. It is never frozen for longer than 72 hours without a new reason.</Trans>
          </p>
        </Card>
      )}
      {lateSince !== null && (
        <Card tone="warn">
          <p>
            <Trans>The borrower's repayment is late since {since}.</Trans>
          </p>
        </Card>
      )}
      {status === productOrderStatus.defaulted && (
        <Card tone="warn">
          <p>
            <DefaultRule />
          </p>
        </Card>
      )}
    </>
  )
}
