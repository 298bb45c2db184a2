import { Trans, useLingui } from '@lingui/react/macro'
import { useWrite } from '#api/mutation.ts'
import type { MarketSymbol } from '#contract/calls/market.ts'
import { type SecondAsk, type SecondPreview, secondContracts } from '#contract/calls/secondContracts.ts'
import { formatAmount, formatShare, formatSigned } from '#i18n/number.ts'
import { Facts } from '#ui/Facts.tsx'
import { toast } from '#ui/toast.ts'
import { ConfirmSheet } from '#widgets/ConfirmSheet.tsx'
import { useConfirming } from '#widgets/useConfirming.ts'
import styles from './SecondTicket.module.css'
import { useSecondPreview } from './useSecondPreview.ts'
import { useMinutes, useSecondWords } from './useSecondWords.ts'

interface BuySheetProps {
  listed: MarketSymbol
  ask: SecondAsk
  /** Made when the sheet opened; every try of this order carries it, so that it can happen only once. */
  requestId: string
  onDone(): void
  onBought(): void
}

/** The last look: every number, the worst loss, two equal buttons. */
export function BuySheet({ listed, ask, requestId, onDone, onBought }: BuySheetProps) {
  const { t } = useLingui()
  const { preview, changed, turn, error, refresh } = useSecondPreview(ask)
  const buy = useWrite(secondContracts.buy, { errors: 'inline' })
  const confirming = useConfirming(preview, refresh, async ({ confirmToken }: SecondPreview) => {
    await buy.mutateAsync({ body: { ...ask, confirmToken }, requestId })
    onBought()
    onDone()
    toast(t`Accepted. It opens at the next second's price.`, { tone: 'good' })
  })
  const { guess } = useSecondWords({ type: ask.type, result: 0 })
  const market = `${listed.base}/${listed.quote}`

  return (
    <ConfirmSheet
      title={`${market} · ${guess}`}
      confirming={confirming}
      error={error}
      onRetry={refresh}
      movedIn={changed.size > 0 ? turn : 0}
      onCancel={onDone}
    >
      {(shown) => <Numbers preview={shown} />}
    </ConfirmSheet>
  )
}

function Numbers({ preview }: { preview: SecondPreview }) {
  const minutes = useMinutes()
  // All eight decimals: what is shown is what is charged and paid.
  const usdt = (value: string) => `${formatAmount(value, 8)} USDT`
  const edge = formatAmount(preview.houseEdgePct, 2)
  return (
    <>
      <Facts
        rows={[
          { key: 'stake', name: <Trans>Stake</Trans>, value: usdt(preview.youPay) },
          { key: 'time', name: <Trans>How long</Trans>, value: minutes(preview.seconds) },
          { key: 'odds', name: <Trans>Gain if right</Trans>, value: `+${formatShare(preview.odds, 0)}` },
          { key: 'payout', name: <Trans>A win pays</Trans>, value: usdt(preview.payout) },
          { key: 'even', name: <Trans>Right in, to lose nothing</Trans>, value: `${formatAmount(preview.breakEvenPct, 3)}%` },
          { key: 'toss', name: <Trans>Average of a coin toss</Trans>, value: `${formatSigned(preview.expectedAtCoinToss, 3)} USDT` },
          { key: 'worst', name: <Trans>Most you can lose</Trans>, value: usdt(preview.worstLoss.amount), strong: true },
        ]}
      />
      <p className={styles.odds}>
        <strong>
          <Trans>If it were a coin toss you would lose {edge} per 100 on average.</Trans>
        </strong>
        <span>
          <Trans>
            It opens at the price record of the next second and cannot be cancelled or changed by anyone. We are the other side.
          </Trans>
        </span>
      </p>
    </>
  )
}
