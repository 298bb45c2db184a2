import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { EarnProduct } from '#contract/calls/products.ts'
import { asDecimal } from '#contract/decimal.ts'
import { multiply } from '#rules/decimal.ts'
import { Button } from '#ui/Button.tsx'
import { formatExactAmount } from '#widgets/products/rateText.ts'
import { useEarnRestrictionText } from '#widgets/products/useEarnRestrictionText.ts'
import { MachineQuantityStepper } from './MachineQuantityStepper.tsx'
import styles from './Mining.module.css'
import { computeMiningOutlook } from './payback.ts'

const maxPerOrder = 100

/** How many, and the button; where a machine does not earn its price the button says so. */
export function BuyMiningMachineBar({ product, onBuy }: { product: EarnProduct; onBuy(num: number): void }) {
  const { t } = useLingui()
  const [num, setNum] = useState(1)
  const restrictionText = useEarnRestrictionText(product)
  const { minMoney, currency, days, miner, totalCap, sold, userCap } = product
  const remaining = totalCap === null ? maxPerOrder : Number(totalCap) - Number(sold)
  const maxQuantity = Math.max(1, Math.min(maxPerOrder, remaining, userCap === null ? maxPerOrder : Number(userCap)))
  const reason = restrictionText ?? (miner ? undefined : t`Waiting for today's values`)
  const price = `${formatExactAmount(multiply(minMoney, asDecimal(String(num))))} ${currency}`
  const isLoss = miner !== undefined && computeMiningOutlook(miner, miner.dayNetUsdt, days).isLoss
  return (
    <div className={styles.buy}>
      <MachineQuantityStepper value={Math.min(num, maxQuantity)} onChange={setNum} max={maxQuantity} />
      <Button
        size="large"
        wide
        kind={isLoss ? 'secondary' : 'primary'}
        disabled={reason !== undefined}
        reason={reason}
        onClick={() => onBuy(Math.min(num, maxQuantity))}
      >
        {isLoss ? <Trans>Does not pay back at today's values</Trans> : <Trans>Buy for {price}</Trans>}
      </Button>
    </div>
  )
}
