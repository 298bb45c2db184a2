import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useWrite } from '#api/mutation.ts'
import { type Swap, swap, type SwapQuote } from '#contract/calls/swap.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { ConfirmSheet } from '#widgets/ConfirmSheet.tsx'
import { useConfirming } from '#widgets/useConfirming.ts'
import { QuoteLines } from './QuoteLines.tsx'
import { QuoteRing } from './QuoteRing.tsx'
import { plainAmount } from './rateText.ts'
import { SwapFacts } from './SwapFacts.tsx'
import styles from './Swap.module.css'
import type { QuoteState } from './useQuote.ts'

interface SwapSheetProps {
  state: QuoteState & { refresh(): void }
  /** Made when the sheet opened; every try carries it, so that it can happen only once. */
  requestId: string
  onDone(): void
  /** Nothing more is to be asked: it is done, or it is not known whether it is. */
  onRest(rests: boolean): void
}

/** The last look before an exchange: the quote is the preview, and what it says is what happens. */
export function SwapSheet({ state, requestId, onDone, onRest }: SwapSheetProps) {
  const { t } = useLingui()
  const exchange = useWrite(swap.swap, { errors: 'inline' })
  const newest = state.isCurrent ? state.quote : undefined
  const confirming = useConfirming(newest, state.refresh, ({ quoteId }: SwapQuote) =>
    exchange.mutateAsync({ body: { quoteId }, requestId }),
  )
  const { shown: quote, isAsked, done } = confirming
  const rests = done !== undefined || isAsked
  useEffect(() => onRest(rests), [onRest, rests])

  if (done) return <Done done={done} onDone={onDone} />
  const give = quote ? `${plainAmount(quote.fromAmount)} ${quote.fromCurrency}` : ''
  const get = quote ? `${plainAmount(quote.toAmount)} ${quote.toCurrency}` : ''
  return (
    <ConfirmSheet
      title={t`Swap ${give} for ${get}`}
      confirming={confirming}
      error={state.error}
      onRetry={state.refresh}
      movedIn={state.changed.size > 0 ? state.turn : 0}
      onCancel={onDone}
    >
      {(shown) => (
        <>
          <QuoteLines quote={shown} changed={state.changed} turn={state.turn} whole />
          <p className={styles.firm}>
            {!isAsked && <QuoteRing turn={state.turn} />}
            <Trans>You get exactly this, or nothing happens. The price is renewed every few seconds until you confirm.</Trans>
          </p>
        </>
      )}
    </ConfirmSheet>
  )
}

function Done({ done, onDone }: { done: Swap; onDone(): void }) {
  const { t } = useLingui()
  return (
    <Sheet
      open
      onClose={onDone}
      title={t`Swapped`}
      footer={
        <div className={styles.choice}>
          <ButtonLink to={path.swapOrders} kind="secondary" size="large">
            <Trans>All swaps</Trans>
          </ButtonLink>
          <Button size="large" onClick={onDone}>
            <Trans>Done</Trans>
          </Button>
        </div>
      }
    >
      <SwapFacts made={done} />
    </Sheet>
  )
}
