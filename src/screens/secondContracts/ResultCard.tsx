import { Trans } from '@lingui/react/macro'
import type { MarketSymbol } from '#contract/calls/market.ts'
import type { SecondOrder } from '#contract/calls/secondContracts.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import styles from './SecondContracts.module.css'
import { SecondReceipt } from './SecondReceipt.tsx'
import { useSecondWords } from './useSecondWords.ts'

/** How one ended that was seen running: the same quiet card for won and lost. */
export function ResultCard({ order, listed, onDone }: { order: SecondOrder; listed: MarketSymbol | undefined; onDone: () => void }) {
  const { guess, outcome } = useSecondWords(order)
  const name = listed ? `${listed.base}/${listed.quote}` : order.symbol
  return (
    <Card className={styles.card} role="status">
      <header className={styles.head}>
        <h2>
          {name} · {guess}
        </h2>
        <span>{outcome}</span>
      </header>
      <SecondReceipt order={order} />
      <Button kind="secondary" wide onClick={onDone}>
        <Trans>Done</Trans>
      </Button>
    </Card>
  )
}
