import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { isUnansweredError } from '#api/apiError.ts'
import { useApiWrite } from '#api/mutation.ts'
import { useRequestIds } from '#api/requestIds.ts'
import { type ProductOrder, products } from '#contract/calls/products.ts'
import { asDecimal } from '#contract/decimal.ts'
import { formatDateTime } from '#i18n/date.ts'
import { compareDecimals, divide, isPositive, multiply, subtract, truncate } from '#rules/decimal.ts'
import { Button } from '#ui/Button.tsx'
import { DecimalField } from '#ui/fields/DecimalField.tsx'
import { type DescriptionItem, DescriptionList } from '#ui/DescriptionList.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { showToast } from '#ui/toast.ts'
import { ErrorMessage } from '../form/ErrorMessage.tsx'
import { useSheetOutcomeHandler } from '../form/useSheetOutcome.ts'
import { Grid } from '#ui/Grid.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Products.module.css'
import { formatExactAmount, trimTrailingZeros, formatMoneyAmountTrimmed, formatCostAmountTrimmed } from './rateText.ts'

const unitScale = 8

interface ProductEarlyExitSheetProps {
  order: ProductOrder
  /** False while the order is read anew: nobody confirms what may have changed. */
  isRead: boolean
  onClose(): void
}

/** Leaving early: what comes back, what it costs, and when, to the last digit. Of a fund also a part. */
export function ProductEarlyExitSheet({ order, isRead, onClose }: ProductEarlyExitSheetProps) {
  const { t } = useLingui()
  const ids = useRequestIds()
  const whole = order.units === null ? '' : trimTrailingZeros(order.units)
  const has = order.units === null ? '' : formatExactAmount(order.units)
  const [units, setUnits] = useState(whole)
  const exit = useApiWrite(products.exitProductOrder, { errors: 'inline' })
  const isPart = order.units !== null && units !== whole
  const flaw = useFlaw(order, units)
  const toast = () => t`It is on its way out.`
  const { succeed, fail } = useSheetOutcomeHandler({
    toast,
    onDone: () => {
      showToast(toast(), { tone: 'good' })
      onClose()
    },
  })
  const confirm = () =>
    exit.mutateAsync({ body: { id: order.id, ...(isPart && { units: asDecimal(units) }) }, requestId: ids.of() }).then(succeed, fail)
  // What is asked for then is another wish.
  const change = (next: string) => {
    setUnits(next)
    ids.forget()
    exit.reset()
  }
  return (
    <BottomSheet
      open
      onClose={onClose}
      title={order.units === null ? t`Leave now` : t`Sell units`}
      footer={
        <Grid columns={2} align="start" gap={3} className={styles.choice}>
          <Button kind="secondary" size="large" disabled={exit.isPending} onClick={onClose}>
            <Trans>Keep it</Trans>
          </Button>
          <Button
            size="large"
            busy={exit.isPending || !isRead}
            disabled={flaw !== undefined || units === '0'}
            onClick={() => void confirm()}
          >
            {exit.error && isUnansweredError(exit.error) ? (
              <Trans>Ask again</Trans>
            ) : order.units === null ? (
              <Trans>Leave</Trans>
            ) : (
              <Trans context="units of a fund">Sell</Trans>
            )}
          </Button>
        </Grid>
      }
    >
      <Grid gap={3}>
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
        <ErrorMessage failure={exit.error} />
      </Grid>
    </BottomSheet>
  )
}

const partsOf = (whole: string, all: string) => [
  ...(['0.25', '0.5', '0.75'] as const).map((share) => ({
    label: `${share.slice(2).padEnd(2, '0')}%`,
    value: trimTrailingZeros(truncate(multiply(asDecimal(whole), share), unitScale)),
  })),
  { label: all, value: whole },
]

function useFlaw({ units }: ProductOrder, typed: string): string | undefined {
  const { t } = useLingui()
  if (units === null) return undefined
  if (typed === '' || !isPositive(typed)) return t`How many?`
  return compareDecimals(typed, units) > 0 ? t`That is more than you have.` : undefined
}

/** Of the principal and the income that has come in. */
function ExitFacts({ order }: { order: ProductOrder }) {
  const { t } = useLingui()
  const { redeemableNow, exitFeeNow, exitTime, incomeTotal, currency, incomeCurrency } = order
  const fee = exitFeeNow ?? asDecimal('0')
  const hasFee = isPositive(fee)
  const rows: DescriptionItem[] = [
    { key: 'back', name: t`Comes back`, value: `${formatMoneyAmountTrimmed(redeemableNow ?? '0', currency)} ${currency}`, strong: true },
    ...(hasFee
      ? [
          { key: 'fee', name: t`Fee, out of its income alone`, value: `${formatCostAmountTrimmed(fee, currency)} ${currency}` },
          ...(currency === incomeCurrency
            ? [
                {
                  key: 'kept',
                  name: t`Stays of the income`,
                  value: `${formatMoneyAmountTrimmed(subtract(incomeTotal, fee), currency)} ${currency}`,
                },
              ]
            : []),
        ]
      : [{ key: 'fee', name: t`Fee`, value: t({ message: 'None', context: 'a fee' }) }]),
    ...(exitTime === null ? [] : [{ key: 'at', name: t`Will be paid out`, value: formatDateTime(exitTime) }]),
  ]
  return (
    <>
      <DescriptionList rows={rows} />
      <Text tone="muted">
        <Trans>Today does not count as a day of income any more. Once asked for, it cannot be called back.</Trans>
      </Text>
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
      <DescriptionList
        rows={[
          {
            key: 'now',
            name: t`Worth by the newest unit value`,
            value: now ? `${formatMoneyAmountTrimmed(now, currency)} ${currency}` : '—',
            strong: true,
          },
          ...(exitTime === null ? [] : [{ key: 'at', name: t`Will be paid out`, value: formatDateTime(exitTime) }]),
        ]}
      />
      <Text tone="muted">
        <Trans>You get the unit value of the next day, which can be higher or lower. Once asked for, it cannot be called back.</Trans>
      </Text>
    </>
  )
}
