import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Swap } from '#contract/calls/swap.ts'
import { formatAmount } from '#i18n/number.ts'
import { Sheet } from '#ui/Sheet.tsx'
import { plainAmount } from './rateText.ts'
import styles from './Swap.module.css'
import { SwapFacts } from './SwapFacts.tsx'

const full = (amount: string): string => {
  const plain = plainAmount(amount)
  return formatAmount(plain, plain.split('.')[1]?.length ?? 0)
}

/** What came and what went, for a row of a list. */
export function Moved({ made }: { made: Swap }) {
  return (
    <span className={styles.moved}>
      <strong>
        +{full(made.toAmount)} {made.toCurrency}
      </strong>
      <span>
        {'\u2212'}
        {full(made.fromAmount)} {made.fromCurrency}
      </span>
    </span>
  )
}

/** One exchange as its receipt; undefined closes it. */
export function SwapReceipt({ made, onClose }: { made: Swap | undefined; onClose(): void }) {
  const { t } = useLingui()
  // While the sheet leaves, it still shows what it showed.
  const [shown, setShown] = useState(made)
  if (made && made !== shown) setShown(made)
  return (
    <Sheet open={made !== undefined} onClose={onClose} title={t`Swap`}>
      {shown && <SwapFacts made={shown} />}
    </Sheet>
  )
}
