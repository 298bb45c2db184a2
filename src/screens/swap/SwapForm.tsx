import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { type ClearSentFormDraft, useTabFormDraft } from '#api/stored/useDraft.ts'
import { compareDecimals } from '#rules/decimal.ts'
import { formatMoneyAmount } from '#i18n/money.ts'
import { Button } from '#ui/Button.tsx'
import { joinClassNames } from '#ui/classes.ts'
import { DecimalField } from '#ui/fields/DecimalField.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { SortIcon } from '#ui/icons/moreIcons.tsx'
import { CurrencyPicker } from './CurrencyPicker.tsx'
import { QuoteLines } from './QuoteLines.tsx'
import { QuoteCountdownRing } from './QuoteCountdownRing.tsx'
import { trimTrailingZeros } from './rateText.ts'
import { swapAmountPresets } from './shares.ts'
import { type SwapPair, createSwapDraftParser, type SwapPairSide, type SwapDraft } from './swapDraft.ts'
import { Grid } from '#ui/Grid.tsx'
import styles from './Swap.module.css'
import { ConfirmSwapSheet } from './ConfirmSwapSheet.tsx'
import { useTradeRestrictionText } from '#widgets/trading/useTradeRestriction.ts'
import { UpcomingTermChangesNotice } from '#widgets/trading/UpcomingTermChangesNotice.tsx'
import type { SwapCoin } from './useCoins.ts'
import { useSwapQuote } from './useQuote.ts'

/** Two amounts, either of which may be typed; the other is what the firm price makes of it. */
export function SwapForm({ pair, coins, onPair }: { pair: SwapPair; coins: readonly SwapCoin[]; onPair(pair: SwapPair): void }) {
  const { t } = useLingui()
  const [{ side, amount }, change, send] = useTabFormDraft<SwapDraft>(
    'swap',
    { side: 'from', amount: '', pair },
    createSwapDraftParser(pair),
  )
  const [review, setReview] = useState<{ clear: ClearSentFormDraft<SwapDraft> }>()
  const [rests, setRests] = useState(false)
  const isOffline = useStreamConnectionState() === 'offline'
  const isClosed = useTradeRestrictionText('spot', pair.to === 'USDT', undefined, pair.to)
  const isAsking = /[1-9]/.test(amount) && !isOffline && !rests && isClosed === undefined
  const state = useSwapQuote(isAsking ? { fromCurrency: pair.from, toCurrency: pair.to, side, amount } : undefined)
  const { quote, isCurrent, changed, turn, error } = state
  const coin = coins.find(({ currency }) => currency === pair.from)
  const available = coin?.available
  const isShort = quote !== undefined && available !== undefined && compareDecimals(quote.fromAmount, available) > 0
  const steps = swapAmountPresets(coin, t`Max`)

  const shown = (field: SwapPairSide): string =>
    side === field ? amount : quote && amount ? trimTrailingZeros(field === 'from' ? quote.fromAmount : quote.toAmount) : ''
  const type = (field: SwapPairSide) => (value: string) => change({ side: field, amount: value, pair })
  const choose = (next: SwapPair, typedSide: SwapPairSide = side) => {
    change({ side: typedSide, pair: next })
    onPair(next)
  }
  const turnRound = () => choose({ from: pair.to, to: pair.from }, side === 'from' ? 'to' : 'from')
  const pick = (field: SwapPairSide) => (currency: string) => {
    if (currency === pair[field]) return
    if (currency === pair[field === 'from' ? 'to' : 'from']) turnRound()
    else choose({ ...pair, [field]: currency })
  }
  // A figure that came with a silent re-quote is tinted; two names for one animation, so that it begins anew each time.
  const tint = (field: 'fromAmount' | 'toAmount') => (changed.has(field) ? (turn % 2 ? styles.changedOdd : styles.changedEven) : undefined)
  const reason = isOffline ? t`Needs a connection` : isClosed

  return (
    <Grid
      as="form"
      gap={3}
      onSubmit={(event) => {
        event.preventDefault()
        if (isCurrent && !isShort) setReview({ clear: send() })
      }}
    >
      <div className={joinClassNames(styles.side, tint('fromAmount'))}>
        <DecimalField
          label={t`You give`}
          value={shown('from')}
          onChange={type('from')}
          scale={8}
          unit={<CurrencyPicker label={t`You give`} value={pair.from} coins={coins} onPick={pick('from')} />}
          hint={<Available unit={pair.from} available={available} />}
          error={amount && (isShort ? t`That is more than you have.` : error?.message)}
          {...(steps && { steps })}
        />
      </div>
      <div className={styles.flip}>
        <IconButton icon={<SortIcon />} label={t`Turn round`} onClick={turnRound} />
      </div>
      <div className={joinClassNames(styles.side, tint('toAmount'))}>
        <DecimalField
          label={t`You get`}
          value={shown('to')}
          onChange={type('to')}
          scale={8}
          unit={<CurrencyPicker label={t`You get`} value={pair.to} coins={coins} onPick={pick('to')} />}
        />
      </div>
      <div className={styles.lines} aria-busy={Boolean(amount) && !isCurrent}>
        <QuoteLines quote={amount ? quote : undefined} changed={changed} turn={turn} />
        <UpcomingTermChangesNotice of={[pair.from, pair.to].map((subject) => ({ area: 'swap', subject }))} />
        <p className={styles.firm}>
          {isCurrent && <QuoteCountdownRing turn={turn} />}
          <Trans>The price is firm for ten seconds and then renewed. There is no other fee.</Trans>
        </p>
      </div>
      <div className={styles.submit}>
        <Button type="submit" size="large" wide disabled={!isCurrent || isShort || isOffline} reason={reason}>
          <Trans>Review the swap</Trans>
        </Button>
      </div>
      {review && (
        <ConfirmSwapSheet
          state={state}
          onRest={setRests}
          onSwapped={() => review.clear({ amount: '' })}
          onDone={() => {
            setReview(undefined)
            if (rests) change({ amount: '' })
            setRests(false)
          }}
        />
      )}
    </Grid>
  )
}

function Available({ unit, available }: { unit: string; available: string | undefined }) {
  if (available === undefined) return null
  if (!/[1-9]/.test(available)) return <Trans>You have no {unit} yet.</Trans>
  const much = formatMoneyAmount(available, unit)
  return (
    <Trans>
      Available: {much} {unit}
    </Trans>
  )
}
