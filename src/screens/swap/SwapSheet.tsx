import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { isUnanswered } from '#api/apiError.ts'
import { useWrite } from '#api/mutation.ts'
import { type Swap, swap, type SwapQuote } from '#contract/calls/swap.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
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
  const [done, setDone] = useState<Swap>()
  // What an unanswered try was about. Asking again must send the very same, or it could not be known for the same.
  const [asked, setAsked] = useState<SwapQuote>()
  const newest = state.isCurrent ? state.quote : undefined
  const quote = asked ?? newest
  const failure = exchange.error

  async function confirm(shown: SwapQuote) {
    try {
      setDone(await exchange.mutateAsync({ body: { quoteId: shown.quoteId }, requestId }))
      onRest(true)
    } catch (problem) {
      setAsked(isUnanswered(problem) ? shown : undefined)
      onRest(isUnanswered(problem))
      if (!isUnanswered(problem)) state.refresh()
    }
  }

  if (done) return <Done done={done} onDone={onDone} />
  const give = quote ? `${plainAmount(quote.fromAmount)} ${quote.fromCurrency}` : ''
  const get = quote ? `${plainAmount(quote.toAmount)} ${quote.toCurrency}` : ''
  return (
    <Sheet
      open
      onClose={onDone}
      title={t`Swap ${give} for ${get}`}
      footer={
        <div className={styles.choice}>
          <Button kind="secondary" size="large" disabled={exchange.isPending} onClick={onDone}>
            <Trans>Cancel</Trans>
          </Button>
          <Button size="large" busy={exchange.isPending} disabled={!quote} onClick={() => quote && void confirm(quote)}>
            {failure && isUnanswered(failure) ? <Trans>Ask again</Trans> : <Trans>Confirm</Trans>}
          </Button>
        </div>
      }
    >
      {quote ? (
        <>
          <QuoteLines quote={quote} changed={state.changed} turn={state.turn} whole />
          <p className={styles.firm}>
            {!asked && <QuoteRing turn={state.turn} />}
            <Trans>You get exactly this, or nothing happens. The price is renewed every few seconds until you confirm.</Trans>
          </p>
        </>
      ) : state.error ? (
        <ErrorState
          title={state.error.message}
          text={t`Nothing was charged.`}
          onRetry={state.refresh}
          retryLabel={t`Try again`}
          detail={state.error.traceId}
        />
      ) : (
        <Skeleton lines={5} />
      )}
      {failure && (
        <p className={styles.failure} role="alert">
          {isUnanswered(failure) ? (
            <Trans>No answer came, so it is not known whether the swap was made. Asking again is safe: it can happen only once.</Trans>
          ) : (
            <>
              {failure.message} <Trans>Nothing was charged.</Trans>
            </>
          )}
        </p>
      )}
    </Sheet>
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
