import { Trans, useLingui } from '@lingui/react/macro'
import { useApiWrite } from '#api/mutation.ts'
import { trading } from '#contract/calls/trading.ts'
import type { FastTradeRequest, FastTradeOrder, FastTradePreview } from '#contract/orders/fast.ts'
import { requireOrderKind } from '#contract/orders/kind.ts'
import { Button } from '#ui/Button.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { ConfirmSheet } from '#widgets/form/ConfirmSheet.tsx'
import { useConfirmation } from '#widgets/form/useConfirming.ts'
import { QuoteLines } from './QuoteLines.tsx'
import { QuoteCountdownRing } from './QuoteCountdownRing.tsx'
import { trimTrailingZeros } from './rateText.ts'
import styles from './Swap.module.css'
import { SwapDetails } from './SwapDetails.tsx'
import { useFastTradePreview } from './useFastPreview.ts'

interface ConfirmFastTradeSheetProps {
  order: FastTradeRequest
  onDone(): void
}

/** The last look before a fast trade: what it says is what happens. */
export function ConfirmFastTradeSheet({ order, onDone }: ConfirmFastTradeSheetProps) {
  const { t } = useLingui()
  const { preview, changed, error, turn, refresh } = useFastTradePreview(order)
  const place = useApiWrite(trading.openPosition, { errors: 'inline' })
  const send = async ({ confirmToken }: FastTradePreview, requestId: string) =>
    requireOrderKind(5, await place.mutateAsync({ body: { ...order, confirmToken }, requestId }))
  const confirming = useConfirmation(preview, refresh, send, { toast: () => t`Swapped` })
  const { shown: firm, isAsked, done } = confirming

  if (done) return <Receipt done={done} onDone={onDone} />
  const give = firm ? `${trimTrailingZeros(firm.fromAmount)} ${firm.fromCurrency}` : ''
  const get = firm ? `${trimTrailingZeros(firm.toAmount)} ${firm.toCurrency}` : ''
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
            {!isAsked && <QuoteCountdownRing turn={turn} />}
            <Trans>You get exactly this, or nothing happens. The price is renewed every few seconds until you confirm.</Trans>
          </p>
        </>
      )}
    </ConfirmSheet>
  )
}

const nothing: ReadonlySet<keyof FastTradePreview> = new Set()

function Receipt({ done, onDone }: { done: FastTradeOrder; onDone(): void }) {
  const { t } = useLingui()
  return (
    <BottomSheet
      open
      onClose={onDone}
      title={t`Swapped`}
      footer={
        <Button wide size="large" onClick={onDone}>
          <Trans>Done</Trans>
        </Button>
      }
    >
      <SwapDetails made={done} />
    </BottomSheet>
  )
}
