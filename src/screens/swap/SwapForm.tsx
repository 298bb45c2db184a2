import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { newRequestId } from '#api/mutation.ts'
import { useConnection } from '#api/socket.ts'
import { useDraft } from '#api/useDraft.ts'
import { compare } from '#rules/decimal.ts'
import { formatAmount } from '#i18n/number.ts'
import { swapCurrency } from '#rules/swap.ts'
import { Button } from '#ui/Button.tsx'
import { classes } from '#ui/classes.ts'
import { DecimalField } from '#ui/DecimalField.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Sort } from '#ui/moreIcons.tsx'
import { CurrencyPicker } from './CurrencyPicker.tsx'
import { QuoteLines } from './QuoteLines.tsx'
import { QuoteRing } from './QuoteRing.tsx'
import { plainAmount } from './rateText.ts'
import { sharesOf } from './shares.ts'
import { type Pair, readSwapDraft, type Side, type SwapDraft } from './swapDraft.ts'
import styles from './Swap.module.css'
import { SwapSheet } from './SwapSheet.tsx'
import { useTradeStop } from '#widgets/useTradeStop.ts'
import type { Coin } from './useCoins.ts'
import { useQuote } from './useQuote.ts'

/** Two amounts, either of which may be typed; the other is what the firm price makes of it. */
export function SwapForm({ pair, coins, onPair }: { pair: Pair; coins: readonly Coin[]; onPair(pair: Pair): void }) {
  const { t } = useLingui()
  const [{ side, amount }, change] = useDraft<SwapDraft>('swap', { side: 'from', amount: '', pair }, readSwapDraft(pair))
  const [requestId, setRequestId] = useState<string>()
  const [rests, setRests] = useState(false)
  const isOffline = useConnection() === 'offline'
  const isClosed = useTradeStop('spot', pair.to === 'USDT')
  const isAsking = /[1-9]/.test(amount) && !isOffline && !rests && isClosed === undefined
  const state = useQuote(isAsking ? { fromCurrency: pair.from, toCurrency: pair.to, side, amount } : undefined)
  const { quote, isCurrent, changed, turn, error } = state
  const coin = coins.find(({ currency }) => currency === pair.from)
  const available = coin?.available
  const isShort = quote !== undefined && available !== undefined && compare(quote.fromAmount, available) > 0
  const steps = sharesOf(coin, t`Max`)

  const shown = (field: Side): string =>
    side === field ? amount : quote && amount ? plainAmount(field === 'from' ? quote.fromAmount : quote.toAmount) : ''
  const type = (field: Side) => (value: string) => change({ side: field, amount: value, pair })
  const choose = (next: Pair, typedSide: Side = side) => {
    change({ side: typedSide, pair: next })
    onPair(next)
  }
  const turnRound = () => choose({ from: pair.to, to: pair.from }, side === 'from' ? 'to' : 'from')
  const pick = (field: Side) => (currency: string) => {
    if (currency === pair[field]) return
    if (currency === pair[field === 'from' ? 'to' : 'from']) turnRound()
    else choose({ ...pair, [field]: currency })
  }
  // A figure that came with a silent re-quote is tinted; two names for one animation, so that it begins anew each time.
  const tint = (field: 'fromAmount' | 'toAmount') => (changed.has(field) ? (turn % 2 ? styles.changedOdd : styles.changedEven) : undefined)
  const reason = isOffline ? t`Needs a connection` : isClosed

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (isCurrent && !isShort) setRequestId(newRequestId())
      }}
    >
      <div className={classes(styles.side, tint('fromAmount'))}>
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
        <IconButton icon={<Sort />} label={t`Turn round`} onClick={turnRound} />
      </div>
      <div className={classes(styles.side, tint('toAmount'))}>
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
        <p className={styles.firm}>
          {isCurrent && <QuoteRing turn={turn} />}
          <Trans>The price is firm for ten seconds and then renewed. There is no other fee.</Trans>
        </p>
      </div>
      <div className={styles.submit}>
        <Button type="submit" size="large" wide disabled={!isCurrent || isShort || isOffline} reason={reason}>
          <Trans>Review the swap</Trans>
        </Button>
      </div>
      {requestId && (
        <SwapSheet
          key={requestId}
          state={state}
          requestId={requestId}
          onRest={setRests}
          onDone={() => {
            setRequestId(undefined)
            if (rests) change({ amount: '' })
            setRests(false)
          }}
        />
      )}
    </form>
  )
}

function Available({ unit, available }: { unit: string; available: string | undefined }) {
  if (available === undefined) return null
  if (!/[1-9]/.test(available)) return <Trans>You have no {unit} yet.</Trans>
  const much = formatAmount(available, unit === swapCurrency ? 2 : 8)
  return (
    <Trans>
      Available: {much} {unit}
    </Trans>
  )
}
