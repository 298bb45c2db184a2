import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Ieo, IeoOrder } from '#contract/calls/ieo.ts'
import { asDecimal } from '#contract/decimal.ts'
import { compare, floorToStep, isMultipleOf, isPositive, multiply, scaleOf } from '#rules/decimal.ts'
import { Button } from '#ui/Button.tsx'
import { DecimalField } from '#ui/DecimalField.tsx'
import { exactAmount, plainDigits } from '#widgets/products/rateText.ts'
import { costText } from './costText.ts'
import styles from './Ieo.module.css'
import { PaySheet } from './PaySheet.tsx'
import type { PayBody } from './useIeoPreview.ts'
import { useIeoStop } from './useIeoStop.ts'

/** How many of those that were won one takes: all unless told otherwise; the rest lapses without a charge. */
export function PayForm({ ieo: { lot }, order }: { ieo: Ieo; order: IeoOrder }) {
  const { t } = useLingui()
  const { id, winNum, winPrice, tokenSymbol, priceCurrency } = order
  const whole = plainDigits(winNum ?? '0')
  const [num, setNum] = useState(whole)
  const [wish, setWish] = useState<PayBody>()
  const stop = useIeoStop()
  const flaw = useFlaw(num, whole, lot, tokenSymbol)
  const cost = num === '' || winPrice === null ? undefined : costText(multiply(asDecimal(num), winPrice))
  return (
    <>
      <DecimalField
        label={t`Tokens you take`}
        value={num}
        onChange={setNum}
        scale={scaleOf(lot)}
        unit={tokenSymbol}
        error={flaw}
        hint={<Trans>What you do not pay for lapses and costs nothing.</Trans>}
        steps={[
          { label: '25%', value: plainDigits(floorToStep(multiply(asDecimal(whole), '0.25'), lot)) },
          { label: '50%', value: plainDigits(floorToStep(multiply(asDecimal(whole), '0.5'), lot)) },
          { label: t({ message: 'All', context: 'tokens that were won' }), value: whole },
        ]}
      />
      <Button
        size="large"
        wide
        disabled={stop !== undefined || num === '' || flaw !== undefined}
        reason={stop}
        onClick={() => setWish({ id, num: asDecimal(num) })}
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
      {wish && <PaySheet order={order} wish={wish} onClose={() => setWish(undefined)} />}
    </>
  )
}

function useFlaw(num: string, whole: string, lot: string, token: string): string | undefined {
  const { t } = useLingui()
  if (num === '') return undefined
  const [step, most] = [exactAmount(lot), exactAmount(whole)]
  if (!isPositive(num) || compare(num, lot) < 0) return t`At least ${step} ${token}`
  if (compare(num, whole) > 0) return t`At most ${most} ${token}`
  return isMultipleOf(num, lot) ? undefined : t`In steps of ${step} ${token}`
}
