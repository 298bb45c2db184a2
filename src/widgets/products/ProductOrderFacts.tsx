import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ProductOrder } from '#contract/calls/products.ts'
import { productOrderStatus, earnProductType } from '#contract/states.ts'
import { formatDateTime } from '#i18n/date.ts'
import { isPositive } from '#rules/decimal.ts'
import { compareDecimals, subtract } from '#rules/decimal.ts'
import { Card } from '#ui/Card.tsx'
import { type DescriptionItem, DescriptionList } from '#ui/DescriptionList.tsx'
import { CopyableValue } from '../money/CopyableValue.tsx'
import { SettlementLink } from '../priceRecord/SettlementLink.tsx'
import { BorrowerDefaultRuleText } from './BorrowerDefaultRuleText.tsx'
import { productFreezeReasonLabels, productTypeLabels } from './productWords.ts'
import { Grid } from '#ui/Grid.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Products.module.css'
import { formatExactAmount } from './rateText.ts'

/** Everything about one order, to the last digit. */
export function ProductOrderFacts({ order }: { order: ProductOrder }) {
  const { t, i18n } = useLingui()
  const kind = productTypeLabels[order.type]
  const { currency, money, incomeCurrency, status, endTime, closeTime, returned, cancelUntil, exitFee } = order
  const isFund = order.type === earnProductType.quant
  const isCancelled = status === productOrderStatus.cancelled
  const rows: DescriptionItem[] = [
    ...(kind ? [{ key: 'kind', name: t`Kind`, value: i18n._(kind) }] : []),
    ...(order.num === undefined
      ? []
      : [{ key: 'num', name: t`Machines`, value: <Plural value={order.num} one="# machine" other="# machines" /> }]),
    ...fundUnitRows(order, t`Units`, t`Unit value when bought`),
    ...(isFund || isCancelled
      ? []
      : [{ key: 'income', name: t`Came in so far`, value: `${formatExactAmount(order.incomeTotal)} ${incomeCurrency}`, strong: true }]),
    ...(isFund || status !== productOrderStatus.running
      ? []
      : [{ key: 'today', name: t`Of the last day`, value: `${formatExactAmount(order.incomeToday)} ${incomeCurrency}` }]),
    { key: 'bought', name: t({ message: 'Bought', context: 'when' }), value: formatDateTime(order.createTime) },
    ...(isCancelled || (order.type === earnProductType.debt && endTime === null)
      ? []
      : [{ key: 'start', name: t`Starts`, value: formatDateTime(order.startTime) }]),
    ...(endTime === null || closeTime !== null ? [] : [{ key: 'end', name: t`Ends`, value: formatDateTime(endTime) }]),
    ...(cancelUntil === null ? [] : [{ key: 'cancel', name: t`Free to cancel until`, value: formatDateTime(cancelUntil) }]),
    ...(exitFee && isPositive(exitFee)
      ? [{ key: 'fee', name: t`Fee, out of its income alone`, value: `${formatExactAmount(exitFee)} ${currency}` }]
      : []),
    ...(returned === null ? [] : [{ key: 'back', name: t`Came back`, value: `${formatExactAmount(returned)} ${currency}`, strong: true }]),
    ...(returned === null || !isReturnedShort(order)
      ? []
      : [{ key: 'short', name: t`Not repaid`, value: `${formatExactAmount(subtract(money, returned))} ${currency}`, strong: true }]),
    ...(closeTime === null ? [] : [{ key: 'over', name: t`Over since`, value: formatDateTime(closeTime) }]),
  ]
  return (
    <Card>
      <DescriptionList rows={rows} />
      <Grid gap={3} className={styles.copy}>
        <CopyableValue label={t`Order number`} value={order.orderNo} small />
        <SettlementLink type="product" id={order.id} wide />
      </Grid>
    </Card>
  )
}

/** A borrower's default is over, and not all that was lent has come back. */
const isReturnedShort = ({ type, status, money, returned }: ProductOrder): boolean =>
  type === earnProductType.debt && status === productOrderStatus.ended && returned !== null && compareDecimals(returned, money) < 0

const fundUnitRows = ({ units, buyNav, currency }: ProductOrder, unitsName: string, navName: string): DescriptionItem[] => [
  ...(units === null ? [] : [{ key: 'units', name: unitsName, value: formatExactAmount(units) }]),
  ...(buyNav === null ? [] : [{ key: 'nav', name: navName, value: `${formatExactAmount(buyNav)} ${currency}` }]),
]

/** Why it stands still, is late or will not be repaid as agreed: never without its reason and its time. */
export function ProductOrderTroubleCards({ order: { status, frozenReason, frozenUntil, lateSince } }: { order: ProductOrder }) {
  const { i18n } = useLingui()
  const until = frozenUntil === null ? '' : formatDateTime(frozenUntil)
  const since = lateSince === null ? '' : formatDateTime(lateSince)
  return (
    <>
      {frozenReason !== null && (
        <Card tone="warn">
          <p>
            <strong>
              <Trans>Frozen until {until}</Trans>
            </strong>
          </p>
          <p>{i18n._(productFreezeReasonLabels[frozenReason])}</p>
          <Text tone="muted">
            <Trans>Income goes on and waits. It is never frozen for longer than 72 hours without a new reason.</Trans>
          </Text>
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
            <BorrowerDefaultRuleText />
          </p>
        </Card>
      )}
    </>
  )
}
