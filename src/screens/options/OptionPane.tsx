import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { madeAt } from '#api/age.ts'
import { useBook } from '#api/book.ts'
import { query } from '#api/query.ts'
import { serverNow } from '#api/serverClock.ts'
import { useConnection } from '#api/socket.ts'
import { useDraft } from '#api/useDraft.ts'
import { type MarketSymbol, market } from '#contract/calls/market.ts'
import { trading } from '#contract/calls/trading.ts'
import { isOf } from '#contract/orders/kind.ts'
import type { OptionOrder } from '#contract/orders/option.ts'
import { positionStatus, posType } from '#contract/states.ts'
import { formatDay, formatClock } from '#i18n/date.ts'
import { compare } from '#rules/decimal.ts'
import { averageSeconds } from '#rules/option.ts'
import { isNearMoney, optionMarketOf, optionMarkets, strikesAround } from '#rules/optionChain.ts'
import { path } from '#sitemap'
import { Empty } from '#ui/Empty.tsx'
import { Segments } from '#ui/Segments.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { LiveChange } from '#widgets/LiveChange.tsx'
import { PriceTag } from '#widgets/PriceTag.tsx'
import { useIsOnline } from '#widgets/StatusChips.tsx'
import { TradeStop } from '#widgets/TradeStop.tsx'
import { useClosedReason } from '#widgets/useClosedReason.ts'
import { useTradeStop } from '#widgets/useTradeStop.ts'
import type { PaneProps } from '#widgets/tradeSearch.ts'
import { ChainTable, type Choice } from './ChainTable.tsx'
import { OptionCard } from './OptionCard.tsx'
import { OptionCloseSheet } from './OptionCloseSheet.tsx'
import { OptionHistory } from './OptionHistory.tsx'
import { emptyOption, readOptionDraft } from './optionDraft.ts'
import { OptionTicket } from './OptionTicket.tsx'
import styles from './Options.module.css'
import { useOptionChain, valueNow } from './useOptionChain.ts'

const askAgainMs = 15_000

/** Options: market, expiry, chain, ticket; below it what one has and had (product §2.5). */
export function OptionPane({ at, go }: PaneProps) {
  const { t } = useLingui()
  // Here and not in its card, which is gone once it is sold: the receipt stays.
  const [leaving, setLeaving] = useState<OptionOrder>()
  const symbols = useQuery(query(market.symbols, {}))
  const accountType = useBook()
  const open = useQuery({
    ...query(trading.positions, {
      accountType,
      posType: posType.option,
      status: `${positionStatus.running},${positionStatus.settling}`,
      pageSize: 50,
    }),
    refetchInterval: ({ state }) => (state.data && state.data.total > 0 ? askAgainMs : false),
  })
  const sold = symbols.data?.filter(({ symbol }) => optionMarketOf(symbol)).toSorted(inOrder)
  const listed = sold?.find(({ symbol }) => symbol === at.symbol) ?? sold?.[0]
  if (!sold || !listed)
    return symbols.error ? (
      <FailedRead title={t`The markets could not be read`} error={symbols.error} onRetry={() => void symbols.refetch()} />
    ) : (
      <Skeleton lines={10} />
    )
  const mine = open.data?.records.filter(isOf(3))
  const listedOf = (symbol: string) => sold.find((one) => one.symbol === symbol)
  const count = open.data?.total ?? 0
  return (
    <>
      <Segments
        label={t`Choose a market`}
        look="line"
        value={listed.symbol}
        onChange={(symbol) => go({ symbol })}
        options={sold.map((one) => ({ value: one.symbol, label: `${one.base}/${one.quote}` }))}
      />
      <p className={styles.price}>
        <PriceTag symbol={listed.symbol} places={listed.priceScale} fallback={listed.currentPrice} size="large" />
        <LiveChange symbol={listed.symbol} fallback={listed.riseRate} />
      </p>
      <TradeStop product="option" />
      <Floor key={listed.symbol} listed={listed} />
      <Segments
        label={t`Options`}
        look="line"
        value={at.book === 'history' ? 'history' : 'positions'}
        onChange={(book) => go({ book })}
        options={[
          { value: 'positions', label: t`Open (${count})` },
          { value: 'history', label: t`History` },
        ]}
      />
      {at.book === 'history' ? (
        <OptionHistory symbols={sold} />
      ) : mine ? (
        <>
          <AgeChip at={open.data && madeAt(open.data, open.dataUpdatedAt)} afterMs={20_000} />
          {mine.length === 0 && (
            <Empty text={t`Options you buy will be here with what they are worth, until they expire or you sell them back.`} />
          )}
          <div className={styles.cards}>
            {mine.map((order) => (
              <OptionCard key={order.id} order={order} listed={listedOf(order.symbol)} onLeave={() => setLeaving(order)} />
            ))}
          </div>
        </>
      ) : open.error ? (
        <FailedRead title={t`Your options could not be read`} error={open.error} onRetry={() => void open.refetch()} />
      ) : (
        <Skeleton lines={4} />
      )}
      <ButtonLink to={path.article} search={{ id: 'options' }} kind="quiet">
        <Trans>How options work here</Trans>
      </ButtonLink>
      {leaving && (
        <OptionCloseSheet key={leaving.id} order={leaving} listed={listedOf(leaving.symbol)} onDone={() => setLeaving(undefined)} />
      )}
    </>
  )
}

const place = ({ symbol }: MarketSymbol) => optionMarkets.findIndex((market) => market.symbol === symbol)
const inOrder = (a: MarketSymbol, b: MarketSymbol) => place(a) - place(b)

/** Expiry, chain and ticket of one market. */
function Floor({ listed }: { listed: MarketSymbol }) {
  const { t } = useLingui()
  const { chain, error, retry, mid, isFresh } = useOptionChain(listed.symbol)
  const [{ expiry: asked, picked: lastPicked, quantity }, change] = useDraft(`option:${listed.symbol}`, emptyOption, readOptionDraft)
  const stopped = useStopped(listed, isFresh)
  const timeLeft = useTimeLeft()
  const terms = optionMarketOf(listed.symbol)
  if (!chain || !terms)
    return error ? <FailedRead title={t`The options could not be read`} error={error} onRetry={retry} /> : <Skeleton lines={10} />
  const expiries = chain.expiries.filter((expiry) => expiry - averageSeconds * 1000 > serverNow())
  const expiryMs = expiries.find((expiry) => String(expiry) === asked) ?? expiries[0]
  if (expiryMs === undefined || mid === null) return <Empty text={t`There is no price yet, so nothing is sold at the moment.`} />
  const strikes = strikesAround(mid, terms.strikeStep)
  // What the price has left behind is not sold any more.
  const picked = lastPicked && isNearMoney(lastPicked.strike, mid, terms.strikeStep) ? lastPicked : undefined
  const { base } = listed
  const middle = strikes[Math.floor(strikes.length / 2)]
  const choice = picked ?? (middle && { cp: 'C' as const, strike: middle })
  return (
    <>
      <SelectField
        label={t({ message: 'Expiry', context: 'an option' })}
        value={String(expiryMs)}
        onChange={(next) => change({ expiry: next })}
        options={expiries.map((expiry) => ({
          value: String(expiry),
          label: `${formatDay(expiry)} ${formatClock(expiry)} · ${timeLeft(expiry)}`,
        }))}
      />
      <ChainTable
        surface={chain.surface}
        strikes={withPicked(strikes, picked)}
        expiryMs={expiryMs}
        mid={mid}
        priceScale={listed.priceScale}
        isFresh={isFresh}
        chosen={choice}
        onChoose={(choice) => change({ picked: choice })}
      />
      <p className={styles.note}>
        <Trans>Ask large, bid and delta (Δ) below it, in USDT for 1 {base}. Only buying: the most you can lose is what you pay.</Trans>
      </p>
      {choice && (
        <OptionTicket
          listed={listed}
          chain={chain}
          choice={choice}
          expiryMs={expiryMs}
          typed={quantity}
          onType={(text) => change({ quantity: text })}
          value={valueNow(chain.surface, { ...choice, expiryMs }, mid)}
          mid={mid}
          stopped={stopped}
        />
      )}
    </>
  )
}

/** What was picked stays in the table while it is sold. */
function withPicked(strikes: ReturnType<typeof strikesAround>, picked: Choice | undefined) {
  if (!picked || strikes.some((strike) => compare(strike, picked.strike) === 0)) return strikes
  return [...strikes, picked.strike].toSorted(compare)
}

const hourMs = 3_600_000

/** '6 d 4 h' or '4 h'. */
function useTimeLeft(): (expiryMs: number) => string {
  const { t } = useLingui()
  return (expiryMs) => {
    const whole = Math.max(0, Math.floor((expiryMs - serverNow()) / hourMs))
    const [days, hours] = [Math.floor(whole / 24), whole % 24]
    return days > 0 ? t`${days} d ${hours} h` : t`${hours} h`
  }
}

/** Why nothing can be bought now, in words. */
function useStopped({ session }: MarketSymbol, isFresh: boolean): string | undefined {
  const { t } = useLingui()
  const connection = useConnection()
  const isOnline = useIsOnline()
  const stop = useTradeStop('option')
  const closed = useClosedReason(session)
  if (!isOnline || connection === 'offline') return t`Needs a connection`
  if (stop !== undefined) return stop
  if (!session.open) return closed
  return isFresh ? undefined : t`Waiting for a fresh price`
}
