import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type ApiError, isUnanswered } from '#api/apiError.ts'
import { useWrite } from '#api/mutation.ts'
import type { MarketSymbol } from '#contract/calls/market.ts'
import { type SecondAsk, type SecondPreview, secondContracts } from '#contract/calls/secondContracts.ts'
import { formatAmount, formatShare, formatSigned } from '#i18n/number.ts'
import { Button } from '#ui/Button.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast.ts'
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
  const { preview: newest, error, refresh } = useSecondPreview(ask)
  const buy = useWrite(secondContracts.buy, { errors: 'inline' })
  // What an unanswered try showed: asking again must send the very same, or the server could not know it for the same order.
  const [asked, setAsked] = useState<SecondPreview>()
  const preview = asked ?? newest
  const failure = buy.error
  const { guess } = useSecondWords({ type: ask.type, result: 0 })
  const market = `${listed.base}/${listed.quote}`

  async function confirm(shown: SecondPreview) {
    try {
      await buy.mutateAsync({ body: { ...ask, confirmToken: shown.confirmToken }, requestId })
      onBought()
      onDone()
      toast(t`Accepted. It opens at the next second's price.`, { tone: 'good' })
    } catch (problem) {
      setAsked(isUnanswered(problem) ? shown : undefined)
      // Refused: nothing happened, so the person looks at fresh numbers.
      if (!isUnanswered(problem)) refresh()
    }
  }

  return (
    <Sheet
      open
      onClose={onDone}
      title={`${market} · ${guess}`}
      footer={
        <div className={styles.choice}>
          <Button kind="secondary" size="large" disabled={buy.isPending} onClick={onDone}>
            <Trans>Cancel</Trans>
          </Button>
          <Button size="large" busy={buy.isPending} disabled={!preview} onClick={() => preview && void confirm(preview)}>
            {failure && isUnanswered(failure) ? <Trans>Ask again</Trans> : <Trans>Confirm</Trans>}
          </Button>
        </div>
      }
    >
      {preview ? (
        <Numbers preview={preview} />
      ) : error ? (
        <ErrorState
          title={error.message}
          text={t`Nothing was charged.`}
          onRetry={refresh}
          retryLabel={t`Try again`}
          detail={error.traceId}
        />
      ) : (
        <Skeleton lines={7} />
      )}
      {failure && <Failure failure={failure} />}
    </Sheet>
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

function Failure({ failure }: { failure: ApiError }) {
  return (
    <p className={styles.failure} role="alert">
      {isUnanswered(failure) ? (
        <Trans>No answer came, so it is not known whether the order was placed. Asking again is safe: it can happen only once.</Trans>
      ) : (
        <>
          {failure.message} <Trans>Nothing was charged.</Trans>
        </>
      )}
    </p>
  )
}
