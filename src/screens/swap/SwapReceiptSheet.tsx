import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { CompletedSwap } from '#contract/calls/swap.ts'
import { formatAmount } from '#i18n/number.ts'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { trimTrailingZeros } from './rateText.ts'
import { joinClassNames } from '#ui/classes.ts'
import { Grid } from '#ui/Grid.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Swap.module.css'
import { SwapDetails } from './SwapDetails.tsx'

const full = (amount: string): string => {
  const plain = trimTrailingZeros(amount)
  return formatAmount(plain, plain.split('.')[1]?.length ?? 0)
}

/** What came and what went, for a row of a list. */
export function SwapAmounts({ made }: { made: CompletedSwap }) {
  return (
    <Grid as="span" className={joinClassNames('tabular', styles.moved)}>
      <strong>
        +{full(made.toAmount)} {made.toCurrency}
      </strong>
      <Text as="span" tone="quiet">
        {'\u2212'}
        {full(made.fromAmount)} {made.fromCurrency}
      </Text>
    </Grid>
  )
}

/** One exchange as its receipt; undefined closes it. */
export function SwapReceiptSheet({ made, onClose }: { made: CompletedSwap | undefined; onClose(): void }) {
  const { t } = useLingui()
  // While the sheet leaves, it still shows what it showed.
  const [shown, setShown] = useState(made)
  if (made && made !== shown) setShown(made)
  return (
    <BottomSheet open={made !== undefined} onClose={onClose} title={t`Swap`}>
      {shown && <SwapDetails made={shown} />}
    </BottomSheet>
  )
}
