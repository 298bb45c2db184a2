import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useSystemSettings } from '#api/person.ts'
import { newRequestId } from '#api/mutation.ts'
import type { MarketSymbol } from '#contract/calls/market.ts'
import type { Order } from '#contract/calls/trading.ts'
import { slippageDefaultBps } from '#contract/constants.ts'
import { asDecimal } from '#contract/decimal.ts'
import { direction, orderType } from '#contract/states.ts'
import { formatAmount } from '#i18n/number.ts'
import { add, divide, multiply, scaleOf, truncate } from '#rules/decimal.ts'
import { leverageCap, startingLever } from '#rules/leverage.ts'
import { Button } from '#ui/Button.tsx'
import { DecimalField } from '#ui/DecimalField.tsx'
import { Segments } from '#ui/Segments.tsx'
import type { Desk } from './desk.ts'
import { estimate } from './estimate.ts'
import { LeverageField } from './LeverageField.tsx'
import { OrderSheet } from './OrderSheet.tsx'
import styles from './Ticket.module.css'
import { TicketLines } from './TicketLines.tsx'
import { useFlawWords } from './useFlawWords.ts'
import { useSides } from './useSides.ts'

type Entry = 'money' | 'quantity'

/** The order ticket: side, size by margin or by quantity, leverage, and what it would cost right now. */
export function Ticket({ listed, desk }: { listed: MarketSymbol; desk: Desk }) {
  const { t } = useLingui()
  const cap = leverageCap(listed.maxLever, desk.leverageFor.profile, desk.leverageFor.accountAgeMs)
  const [side, setSide] = useState<'long' | 'short'>('long')
  const [entry, setEntry] = useState<Entry>('money')
  const [amount, setAmount] = useState('')
  const [lever, setLever] = useState(startingLever(cap))
  const [intent, setIntent] = useState<{ order: Order; requestId: string }>()
  const sides = useSides(listed.symbol, listed.quote)

  const leverage = Math.min(lever, cap)
  const order = orderOf(listed, side, entry, amount, leverage)
  const cost = order && sides && estimate(listed, order, sides)
  const flaw = useFlawWords(listed, cost, amount, desk.available)
  const marketNote = useMarketNote(listed, sides?.stale)
  const stopped = desk.closedReason ?? marketNote
  const isLong = side === 'long'

  return (
    <form
      className={styles.ticket}
      onSubmit={(event) => {
        event.preventDefault()
        if (order && cost && !flaw && !stopped) setIntent({ order, requestId: newRequestId() })
      }}
    >
      <Segments
        label={t`Direction`}
        value={side}
        onChange={setSide}
        options={[
          { value: 'long', label: t`Buy long` },
          { value: 'short', label: t`Sell short` },
        ]}
      />
      <Segments
        label={t`Size by`}
        look="line"
        value={entry}
        onChange={(next) => {
          setEntry(next)
          setAmount('')
        }}
        options={[
          { value: 'money', label: t`Margin` },
          { value: 'quantity', label: t`Quantity` },
        ]}
      />
      <DecimalField
        label={entry === 'money' ? t`Margin` : t`Quantity`}
        value={amount}
        onChange={setAmount}
        scale={entry === 'money' ? 2 : scaleOf(listed.qtyStep)}
        unit={entry === 'money' ? 'USDT' : listed.base}
        error={amount && flaw}
        aside={<Available desk={desk} />}
        {...(entry === 'money' && desk.available && { steps: shares(desk.available, leverage, listed, t`Max`) })}
      />
      <LeverageField value={leverage} cap={cap} onChange={setLever} />
      <TicketLines listed={listed} cost={cost} />
      <div className={styles.submit}>
        <Button
          type="submit"
          kind={isLong ? 'long' : 'short'}
          size="large"
          wide
          disabled={!cost || Boolean(flaw) || Boolean(stopped)}
          reason={stopped}
        >
          {isLong ? <Trans>Review long</Trans> : <Trans>Review short</Trans>}
        </Button>
      </div>
      <RiskText />
      {intent && (
        <OrderSheet
          key={intent.requestId}
          listed={listed}
          desk={desk}
          order={intent.order}
          requestId={intent.requestId}
          onDone={() => setIntent(undefined)}
          onPlaced={() => setAmount('')}
        />
      )}
    </form>
  )
}

function orderOf(listed: MarketSymbol, side: 'long' | 'short', entry: Entry, amount: string, lever: number): Order | undefined {
  if (!/[1-9]/.test(amount)) return undefined
  return {
    accountType: 2,
    posType: 2,
    symbol: listed.symbol,
    direction: direction[side],
    orderType: orderType.market,
    slippageBps: slippageDefaultBps,
    lever,
    [entry]: asDecimal(amount),
  }
}

function Available({ desk }: { desk: Desk }) {
  const available = formatAmount(desk.available, 2)
  return <Trans>Available: {available} USDT</Trans>
}

/** Shares of what is available. Margin and fee are both paid from it, so "Max" leaves room for the fee. */
function shares(available: string, lever: number, listed: MarketSymbol, max: string) {
  const feeShare = add('1', multiply(listed.feeRate, String(lever)))
  const most = divide(available, feeShare)
  return ['0.25', '0.5', '0.75', '1'].map((share) => ({
    label: share === '1' ? max : `${Number(share) * 100}%`,
    value: truncate(multiply(most, share), 2),
  }))
}

function useMarketNote(listed: MarketSymbol, isStale: boolean | undefined): string | undefined {
  const { t } = useLingui()
  if (!listed.session.open) return t`This market is closed now`
  return isStale === false ? undefined : t`Waiting for a fresh price`
}

function RiskText() {
  const isSandbox = useSystemSettings()?.env !== 'production'
  return (
    <p className={styles.risk}>
      <Trans>
        Leveraged contracts are complex and carry a high risk of losing money quickly. We have no loss statistics yet; at other providers
        most retail accounts lose. We are the other side of your trade, at recorded prices.
      </Trans>
      {isSandbox && (
        <>
          {' '}
          <Trans>This is play money.</Trans>
        </>
      )}
    </p>
  )
}
