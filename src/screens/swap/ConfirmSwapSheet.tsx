import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useApiWrite } from '#api/mutation.ts'
import { type CompletedSwap, swap, type SwapQuote } from '#contract/calls/swap.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { ConfirmSheet } from '#widgets/form/ConfirmSheet.tsx'
import { useConfirmation } from '#widgets/form/useConfirming.ts'
import { QuoteLines } from './QuoteLines.tsx'
import { QuoteCountdownRing } from './QuoteCountdownRing.tsx'
import { trimTrailingZeros } from './rateText.ts'
import { SwapDetails } from './SwapDetails.tsx'
import { Grid } from '#ui/Grid.tsx'
import styles from './Swap.module.css'
import type { SwapQuoteState } from './useQuote.ts'

interface ConfirmSwapSheetProps {
  state: SwapQuoteState & { refresh(): void }
  onDone(): void
  onSwapped(): void
  /** Nothing more is to be asked: it is done, or it is not known whether it is. */
  onRest(rests: boolean): void
}

/** The last look before an exchange: the quote is the preview, and what it says is what happens. */
export function ConfirmSwapSheet({ state, onDone, onSwapped, onRest }: ConfirmSwapSheetProps) {
  const { t } = useLingui()
  const exchange = useApiWrite(swap.swap, { errors: 'inline' })
  const newest = state.isCurrent ? state.quote : undefined
  const send = async ({ quoteId }: SwapQuote, requestId: string) => {
    const made = await exchange.mutateAsync({ body: { quoteId }, requestId })
    onSwapped()
    return made
  }
  const confirming = useConfirmation(newest, state.refresh, send, { toast: () => t`Swapped` })
  const { shown: quote, isAsked, done } = confirming
  const rests = done !== undefined || isAsked
  useEffect(() => onRest(rests), [onRest, rests])

  if (done) return <Done done={done} onDone={onDone} />
  const give = quote ? `${trimTrailingZeros(quote.fromAmount)} ${quote.fromCurrency}` : ''
  const get = quote ? `${trimTrailingZeros(quote.toAmount)} ${quote.toCurrency}` : ''
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
            {!isAsked && <QuoteCountdownRing turn={state.turn} />}
            <Trans>You get exactly this, or nothing happens. The price is renewed every few seconds until you confirm.</Trans>
          </p>
        </>
      )}
    </ConfirmSheet>
  )
}

function Done({ done, onDone }: { done: CompletedSwap; onDone(): void }) {
  const { t } = useLingui()
  return (
    <BottomSheet
      open
      onClose={onDone}
      title={t`Swapped`}
      footer={
        <Grid columns={2} gap={3}>
          <ButtonLink to={path.swapOrders} kind="secondary" size="large">
            <Trans>All swaps</Trans>
          </ButtonLink>
          <Button size="large" onClick={onDone}>
            <Trans>Done</Trans>
          </Button>
        </Grid>
      }
    >
      <SwapDetails made={done} />
    </BottomSheet>
  )
}
