import { Trans, useLingui } from '@lingui/react/macro'
import { useApiWrite } from '#api/mutation.ts'
import type { MarketWithPrice } from '#contract/calls/market.ts'
import { type SecondContractOrderRequest, type SecondContractOrderPreview, secondContracts } from '#contract/calls/secondContracts.ts'
import { formatCostAmount, roundAmountAwayFromZero } from '#i18n/cost.ts'
import { formatMoney } from '#i18n/money.ts'
import { formatPercent, formatSignedAmount } from '#i18n/number.ts'
import { DescriptionList } from '#ui/DescriptionList.tsx'
import { showToast } from '#ui/toast.ts'
import { ConfirmSheet } from '#widgets/form/ConfirmSheet.tsx'
import { useConfirmation } from '#widgets/form/useConfirming.ts'
import { Grid } from '#ui/Grid.tsx'
import { Notice } from '#ui/Notice.tsx'
import { useSecondContractPreview } from './useSecondPreview.ts'
import { useSecondsAsMinutesFormatter, useSecondContractGuessAndOutcomeText } from './useSecondWords.ts'

interface BuySecondContractSheetProps {
  listed: MarketWithPrice
  ask: SecondContractOrderRequest
  onDone(): void
  onBought(): void
}

/** The last look: every number, the worst loss, two equal buttons. */
export function BuySecondContractSheet({ listed, ask, onDone, onBought }: BuySecondContractSheetProps) {
  const { t } = useLingui()
  const { preview, changed, turn, error, refresh } = useSecondContractPreview(ask)
  const buy = useApiWrite(secondContracts.buy, { errors: 'inline' })
  const send = async ({ confirmToken }: SecondContractOrderPreview, requestId: string) => {
    await buy.mutateAsync({ body: { ...ask, confirmToken }, requestId })
    onBought()
  }
  const toast = () => t`Accepted. It opens at the next second's price.`
  const confirming = useConfirmation(preview, refresh, send, {
    toast,
    onDone: () => {
      onDone()
      showToast(toast(), { tone: 'good' })
    },
  })
  const { guess } = useSecondContractGuessAndOutcomeText({ type: ask.type, result: 0 })
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

function Numbers({ preview }: { preview: SecondContractOrderPreview }) {
  const minutes = useSecondsAsMinutesFormatter()
  const usdt = (value: string) => formatMoney(value, 'USDT')
  const edge = formatCostAmount(preview.houseEdgePct, 2)
  return (
    <>
      <DescriptionList
        rows={[
          { key: 'stake', name: <Trans>Stake</Trans>, value: usdt(preview.youPay) },
          { key: 'time', name: <Trans>How long</Trans>, value: minutes(preview.seconds) },
          { key: 'odds', name: <Trans>Gain if right</Trans>, value: `+${formatPercent(preview.odds, 0)}` },
          { key: 'payout', name: <Trans>A win pays</Trans>, value: usdt(preview.payout) },
          { key: 'even', name: <Trans>Right in, to lose nothing</Trans>, value: `${formatCostAmount(preview.breakEvenPct, 3)}%` },
          {
            key: 'toss',
            name: <Trans>Average of a coin toss</Trans>,
            value: `${formatSignedAmount(roundAmountAwayFromZero(preview.expectedAtCoinToss, 3), 3)} USDT`,
          },
          { key: 'worst', name: <Trans>Most you can lose</Trans>, value: usdt(preview.worstLoss.amount), strong: true },
        ]}
      />
      <Grid as={Notice} tone="brass" gap={1} className="text-small">
        <strong>
          <Trans>If it were a coin toss you would lose {edge} per 100 on average.</Trans>
        </strong>
        <span>
          <Trans>
            It opens at the price record of the next second and cannot be cancelled or changed by anyone. We are the other side.
          </Trans>
        </span>
      </Grid>
    </>
  )
}
