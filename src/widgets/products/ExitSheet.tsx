import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { isUnanswered } from '#api/apiError.ts'
import { newRequestId, useWrite } from '#api/mutation.ts'
import { type ProductOrder, products } from '#contract/calls/products.ts'
import { asDecimal } from '#contract/decimal.ts'
import { formatTime } from '#i18n/date.ts'
import { compare, divide, isPositive, multiply, subtract, truncate } from '#rules/decimal.ts'
import { Button } from '#ui/Button.tsx'
import { DecimalField } from '#ui/DecimalField.tsx'
import { type Fact, Facts } from '#ui/Facts.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { toast } from '#ui/toast.ts'
import { Failure } from '#widgets/Failure.tsx'
import styles from './Products.module.css'
import { exactAmount, plainDigits } from './rateText.ts'

const unitScale = 8

interface ExitSheetProps {
  order: ProductOrder
  /** False while the order is read anew: nobody confirms what may have changed. */
  isRead: boolean
  onClose(): void
}

/** Leaving early: what comes back, what it costs, and when, to the last digit. Of a fund also a part. */
export function ExitSheet({ order, isRead, onClose }: ExitSheetProps) {
  const { t } = useLingui()
  const [requestId, setRequestId] = useState(newRequestId)
  const whole = order.units === null ? '' : plainDigits(order.units)
  const has = order.units === null ? '' : exactAmount(order.units)
  const [units, setUnits] = useState(whole)
  const exit = useWrite(products.exitProductOrder, { errors: 'inline' })
  const isPart = order.units !== null && units !== whole
  const flaw = useFlaw(order, units)
  const confirm = () =>
    exit.mutate(
      { body: { id: order.id, ...(isPart && { units: asDecimal(units) }) }, requestId },
      {
        onSuccess: () => {
          toast(t`It is on its way out.`, { tone: 'good' })
          onClose()
        },
      },
    )
  // What is asked for then is another wish.
  const change = (next: string) => {
    setUnits(next)
    setRequestId(newRequestId())
    exit.reset()
  }
  return (
    <Sheet
      open
      onClose={onClose}
      title={order.units === null ? t`Leave now` : t`Sell units`}
      footer={
        <div className={styles.choice}>
          <Button kind="secondary" size="large" disabled={exit.isPending} onClick={onClose}>
            <Trans>Keep it</Trans>
          </Button>
          <Button size="large" busy={exit.isPending || !isRead} disabled={flaw !== undefined || units === '0'} onClick={confirm}>
            {exit.error && isUnanswered(exit.error) ? (
              <Trans>Ask again</Trans>
            ) : order.units === null ? (
              <Trans>Leave</Trans>
            ) : (
              <Trans context="units of a fund">Sell</Trans>
            )}
          </Button>
        </div>
      }
    >
      <div className={styles.preview}>
        {order.units === null ? (
          <ExitFacts order={order} />
        ) : (
          <>
            <DecimalField
              label={t`Units`}
              value={units}
              onChange={change}
              scale={unitScale}
              error={flaw}
              hint={<Trans>You have {has}.</Trans>}
              steps={partsOf(whole, t`All`)}
            />
            <UnitFacts order={order} units={units} />
          </>
        )}
        <Failure failure={exit.error} />
      </div>
    </Sheet>
  )
}

const partsOf = (whole: string, all: string) => [
  ...(['0.25', '0.5', '0.75'] as const).map((share) => ({
    label: `${share.slice(2).padEnd(2, '0')}%`,
    value: plainDigits(truncate(multiply(asDecimal(whole), share), unitScale)),
  })),
  { label: all, value: whole },
]

function useFlaw({ units }: ProductOrder, typed: string): string | undefined {
  const { t } = useLingui()
  if (units === null) return undefined
  if (typed === '' || !isPositive(typed)) return t`How many?`
  return compare(typed, units) > 0 ? t`That is more than you have.` : undefined
}

/** Of the principal and the income that has come in. */
function ExitFacts({ order }: { order: ProductOrder }) {
  const { t } = useLingui()
  const { redeemableNow, exitFeeNow, exitTime, incomeTotal, currency, incomeCurrency } = order
  const fee = exitFeeNow ?? asDecimal('0')
  const hasFee = isPositive(fee)
  const rows: Fact[] = [
    { key: 'back', name: t`Comes back`, value: `${exactAmount(redeemableNow ?? '0')} ${currency}`, strong: true },
    ...(hasFee
      ? [
          { key: 'fee', name: t`Fee, out of its income alone`, value: `${exactAmount(fee)} ${currency}` },
          ...(currency === incomeCurrency
            ? [{ key: 'kept', name: t`Stays of the income`, value: `${exactAmount(subtract(incomeTotal, fee))} ${currency}` }]
            : []),
        ]
      : [{ key: 'fee', name: t`Fee`, value: t({ message: 'None', context: 'a fee' }) }]),
    ...(exitTime === null ? [] : [{ key: 'at', name: t`Will be paid out`, value: formatTime(exitTime) }]),
  ]
  return (
    <>
      <Facts rows={rows} />
      <p className={styles.quiet}>
        <Trans>Today does not count as a day of income any more. Once asked for, it cannot be called back.</Trans>
      </p>
    </>
  )
}

/** Of units: their value by the newest day, while the next one decides. */
function UnitFacts({ order, units }: { order: ProductOrder; units: string }) {
  const { t } = useLingui()
  const { value, currency, exitTime } = order
  const now =
    value !== null && order.units !== null && isPositive(order.units) && units !== ''
      ? truncate(divide(multiply(value, asDecimal(units)), order.units), unitScale)
      : undefined
  return (
    <>
      <Facts
        rows={[
          { key: 'now', name: t`Worth by the newest unit value`, value: now ? `${exactAmount(now)} ${currency}` : '—', strong: true },
          ...(exitTime === null ? [] : [{ key: 'at', name: t`Will be paid out`, value: formatTime(exitTime) }]),
        ]}
      />
      <p className={styles.quiet}>
        <Trans>You get the unit value of the next day, which can be higher or lower. Once asked for, it cannot be called back.</Trans>
      </p>
    </>
  )
}
