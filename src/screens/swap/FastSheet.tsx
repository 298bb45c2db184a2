import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { isUnanswered } from '#api/apiError.ts'
import { useWrite } from '#api/mutation.ts'
import { trading } from '#contract/calls/trading.ts'
import type { FastAsked, FastOrder, FastPreview } from '#contract/orders/fast.ts'
import { kindOf } from '#contract/orders/kind.ts'
import { Button } from '#ui/Button.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { QuoteLines } from './QuoteLines.tsx'
import { QuoteRing } from './QuoteRing.tsx'
import { plainAmount } from './rateText.ts'
import styles from './Swap.module.css'
import { SwapFacts } from './SwapFacts.tsx'
import { useFastPreview } from './useFastPreview.ts'

interface FastSheetProps {
  order: FastAsked
  /** Made when the sheet opened; every try carries it, so that it can happen only once. */
  requestId: string
  onDone(): void
}

/** The last look before a fast trade: what it says is what happens. */
export function FastSheet({ order, requestId, onDone }: FastSheetProps) {
  const { t } = useLingui()
  const { preview: newest, changed, error, turn, refresh } = useFastPreview(order)
  const place = useWrite(trading.openPosition, { errors: 'inline' })
  const [done, setDone] = useState<FastOrder>()
  // What an unanswered try was about. Asking again must send the very same, or it could not be known for the same.
  const [asked, setAsked] = useState<FastPreview>()
  const preview = asked ?? newest
  const failure = place.error

  async function confirm(shown: FastPreview) {
    try {
      setDone(kindOf(5, await place.mutateAsync({ body: { ...order, confirmToken: shown.confirmToken }, requestId })))
    } catch (problem) {
      setAsked(isUnanswered(problem) ? shown : undefined)
      if (!isUnanswered(problem)) refresh()
    }
  }

  if (done) return <Receipt done={done} onDone={onDone} />
  const give = preview ? `${plainAmount(preview.fromAmount)} ${preview.fromCurrency}` : ''
  const get = preview ? `${plainAmount(preview.toAmount)} ${preview.toCurrency}` : ''
  return (
    <Sheet
      open
      onClose={onDone}
      title={preview ? t`Swap ${give} for ${get}` : t`Fast trade`}
      footer={
        <div className={styles.choice}>
          <Button kind="secondary" size="large" disabled={place.isPending} onClick={onDone}>
            <Trans>Cancel</Trans>
          </Button>
          <Button size="large" busy={place.isPending} disabled={!preview} onClick={() => preview && void confirm(preview)}>
            {failure && isUnanswered(failure) ? <Trans>Ask again</Trans> : <Trans>Confirm</Trans>}
          </Button>
        </div>
      }
    >
      {preview ? (
        <>
          <QuoteLines quote={preview} changed={asked ? new Set() : changed} turn={turn} whole />
          <p className={styles.firm}>
            {!asked && <QuoteRing turn={turn} />}
            <Trans>You get exactly this, or nothing happens. The price is renewed every few seconds until you confirm.</Trans>
          </p>
        </>
      ) : error ? (
        <ErrorState
          title={error.message}
          text={t`Nothing was charged.`}
          onRetry={refresh}
          retryLabel={t`Try again`}
          detail={error.traceId}
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

function Receipt({ done, onDone }: { done: FastOrder; onDone(): void }) {
  const { t } = useLingui()
  return (
    <Sheet
      open
      onClose={onDone}
      title={t`Swapped`}
      footer={
        <Button wide size="large" onClick={onDone}>
          <Trans>Done</Trans>
        </Button>
      }
    >
      <SwapFacts made={done} />
    </Sheet>
  )
}
