import { Trans, useLingui } from '@lingui/react/macro'
import { useWrite } from '#api/mutation.ts'
import { trading } from '#contract/calls/trading.ts'
import type { FastAsked, FastOrder, FastPreview } from '#contract/orders/fast.ts'
import { kindOf } from '#contract/orders/kind.ts'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { ConfirmSheet } from '#widgets/ConfirmSheet.tsx'
import { useConfirming } from '#widgets/useConfirming.ts'
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
  const { preview, changed, error, turn, refresh } = useFastPreview(order)
  const place = useWrite(trading.openPosition, { errors: 'inline' })
  const confirming = useConfirming(preview, refresh, async ({ confirmToken }: FastPreview) =>
    kindOf(5, await place.mutateAsync({ body: { ...order, confirmToken }, requestId })),
  )
  const { shown: firm, isAsked, done } = confirming

  if (done) return <Receipt done={done} onDone={onDone} />
  const give = firm ? `${plainAmount(firm.fromAmount)} ${firm.fromCurrency}` : ''
  const get = firm ? `${plainAmount(firm.toAmount)} ${firm.toCurrency}` : ''
  return (
    <ConfirmSheet
      title={firm ? t`Swap ${give} for ${get}` : t`Fast trade`}
      confirming={confirming}
      error={error}
      onRetry={refresh}
      movedIn={changed.size > 0 ? turn : 0}
      onCancel={onDone}
    >
      {(shown) => (
        <>
          <QuoteLines quote={shown} changed={isAsked ? nothing : changed} turn={turn} whole />
          <p className={styles.firm}>
            {!isAsked && <QuoteRing turn={turn} />}
            <Trans>You get exactly this, or nothing happens. The price is renewed every few seconds until you confirm.</Trans>
          </p>
        </>
      )}
    </ConfirmSheet>
  )
}

const nothing: ReadonlySet<keyof FastPreview> = new Set()

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
