import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Product } from '#contract/calls/products.ts'
import { asDecimal } from '#contract/decimal.ts'
import { multiply } from '#rules/decimal.ts'
import { Button } from '#ui/Button.tsx'
import { exactAmount } from '#widgets/products/rateText.ts'
import { useEarnStop } from '#widgets/products/useEarnStop.ts'
import { Counter } from './Counter.tsx'
import styles from './Mining.module.css'
import { outlookOf } from './payback.ts'

const mostAtOnce = 100

/** How many, and the button; where a machine does not earn its price the button says so. */
export function BuyBar({ product, onBuy }: { product: Product; onBuy(num: number): void }) {
  const { t } = useLingui()
  const [num, setNum] = useState(1)
  const stop = useEarnStop(product)
  const { minMoney, currency, days, miner, totalCap, sold, userCap } = product
  const left = totalCap === null ? mostAtOnce : Number(totalCap) - Number(sold)
  const most = Math.max(1, Math.min(mostAtOnce, left, userCap === null ? mostAtOnce : Number(userCap)))
  const reason = stop ?? (miner ? undefined : t`Waiting for today's values`)
  const price = `${exactAmount(multiply(minMoney, asDecimal(String(num))))} ${currency}`
  const isLoss = miner !== undefined && outlookOf(miner, miner.dayNetUsdt, days).isLoss
  return (
    <div className={styles.buy}>
      <Counter value={Math.min(num, most)} onChange={setNum} most={most} />
      <Button
        size="large"
        wide
        kind={isLoss ? 'secondary' : 'primary'}
        disabled={reason !== undefined}
        reason={reason}
        onClick={() => onBuy(Math.min(num, most))}
      >
        {isLoss ? <Trans>Does not pay back at today's values</Trans> : <Trans>Buy for {price}</Trans>}
      </Button>
    </div>
  )
}
