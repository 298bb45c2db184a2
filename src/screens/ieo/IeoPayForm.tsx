import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { IeoProject, IeoOrder } from '#contract/calls/ieo.ts'
import { asDecimal } from '#contract/decimal.ts'
import { compareDecimals, floorToStep, isMultipleOf, isPositive, multiply, decimalPlacesOfStep } from '#rules/decimal.ts'
import { Button } from '#ui/Button.tsx'
import { DecimalField } from '#ui/fields/DecimalField.tsx'
import { formatExactAmount, trimTrailingZeros } from '#widgets/products/rateText.ts'
import { formatIeoCost } from './costText.ts'
import styles from './Ieo.module.css'
import { IeoPaySheet } from './IeoPaySheet.tsx'
import type { IeoPayPreviewPayload } from './useIeoPreview.ts'
import { useIeoRestrictionText } from './useIeoRestrictionText.ts'

/** How many of those that were won one takes: all unless told otherwise; the rest lapses without a charge. */
export function IeoPayForm({ ieo: { lot }, order }: { ieo: IeoProject; order: IeoOrder }) {
  const { t } = useLingui()
  const { id, winNum, winPrice, tokenSymbol, priceCurrency } = order
  const whole = trimTrailingZeros(winNum ?? '0')
  const [num, setNum] = useState(whole)
  const [payIntent, setPayIntent] = useState<IeoPayPreviewPayload>()
  const stop = useIeoRestrictionText(tokenSymbol)
  const quantityError = useQuantityError(num, whole, lot, tokenSymbol)
  const cost = num === '' || winPrice === null ? undefined : formatIeoCost(multiply(asDecimal(num), winPrice))
  return (
    <>
      <DecimalField
        label={t`Tokens you take`}
        value={num}
        onChange={setNum}
        scale={decimalPlacesOfStep(lot)}
        unit={tokenSymbol}
        error={quantityError}
        hint={<Trans>What you do not pay for lapses and costs nothing.</Trans>}
        steps={[
          { label: '25%', value: trimTrailingZeros(floorToStep(multiply(asDecimal(whole), '0.25'), lot)) },
          { label: '50%', value: trimTrailingZeros(floorToStep(multiply(asDecimal(whole), '0.5'), lot)) },
          { label: t({ message: 'All', context: 'tokens that were won' }), value: whole },
        ]}
      />
      <Button
        size="large"
        wide
        disabled={stop !== undefined || num === '' || quantityError !== undefined}
        reason={stop}
        onClick={() => setPayIntent({ id, num: asDecimal(num) })}
      >
        {cost === undefined ? (
          <Trans>Review</Trans>
        ) : (
          <Trans>
            Pay {cost} {priceCurrency}
          </Trans>
        )}
      </Button>
      <p className={styles.quiet}>
        <Trans>The money comes from your real book.</Trans>
      </p>
      {payIntent && <IeoPaySheet order={order} wish={payIntent} onClose={() => setPayIntent(undefined)} />}
    </>
  )
}

function useQuantityError(num: string, whole: string, lot: string, token: string): string | undefined {
  const { t } = useLingui()
  if (num === '') return undefined
  const [step, most] = [formatExactAmount(lot), formatExactAmount(whole)]
  if (!isPositive(num) || compareDecimals(num, lot) < 0) return t`At least ${step} ${token}`
  if (compareDecimals(num, whole) > 0) return t`At most ${most} ${token}`
  return isMultipleOf(num, lot) ? undefined : t`In steps of ${step} ${token}`
}
