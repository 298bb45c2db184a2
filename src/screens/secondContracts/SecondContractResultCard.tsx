import { Trans } from '@lingui/react/macro'
import type { MarketWithPrice } from '#contract/calls/market.ts'
import type { SecondContractOrder } from '#contract/calls/secondContracts.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Grid } from '#ui/Grid.tsx'
import styles from './SecondContracts.module.css'
import { SecondContractReceipt } from './SecondContractReceipt.tsx'
import { useSecondContractGuessAndOutcomeText } from './useSecondWords.ts'

/** How one ended that was seen running: the same quiet card for won and lost. */
export function SecondContractResultCard({
  order,
  listed,
  onDone,
}: {
  order: SecondContractOrder
  listed: MarketWithPrice | undefined
  onDone: () => void
}) {
  const { guess, outcome } = useSecondContractGuessAndOutcomeText(order)
  const name = listed ? `${listed.base}/${listed.quote}` : order.symbol
  return (
    <Grid as={Card} gap={3} className={styles.card} role="status">
      <header className={styles.head}>
        <h2>
          {name} · {guess}
        </h2>
        <span>{outcome}</span>
      </header>
      <SecondContractReceipt order={order} />
      <Button kind="secondary" wide onClick={onDone}>
        <Trans>Done</Trans>
      </Button>
    </Grid>
  )
}
