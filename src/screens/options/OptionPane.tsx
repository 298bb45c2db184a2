import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dataAsOf } from '#api/dataAsOf.ts'
import { useAccountType } from '#api/accountType.ts'
import { useProductAvailability } from '#api/features.ts'
import { apiReadQuery } from '#api/query.ts'
import { serverNow } from '#api/serverClock.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { useTabFormDraft } from '#api/stored/useDraft.ts'
import { type MarketWithPrice, market } from '#contract/calls/market.ts'
import { trading } from '#contract/calls/trading.ts'
import { createOrderKindGuard } from '#contract/orders/kind.ts'
import type { OptionOrder } from '#contract/orders/option.ts'
import { positionStatus, posType } from '#contract/states.ts'
import { formatDate, formatHourMinute } from '#i18n/date.ts'
import { compareDecimals } from '#rules/decimal.ts'
import { isContractOfferedRealOrDemo } from '#rules/contractOffers.ts'
import { optionSettlementAverageSeconds } from '#rules/option/option.ts'
import { isNearMoney, findOptionMarket, optionMarkets, strikesAround } from '#rules/option/optionChain.ts'
import { path } from '#sitemap'
import { EmptyState } from '#ui/Empty.tsx'
import { SegmentedControl } from '#ui/fields/Segments.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { LivePriceChange } from '#widgets/market/LivePriceChange.tsx'
import { LivePriceTag } from '#widgets/market/LivePriceTag.tsx'
import { useIsOnline } from '#widgets/ScreenStatusChips.tsx'
import { TradeRestrictionCard } from '#widgets/trading/TradeRestrictionCard.tsx'
import { useMarketClosedReasonText } from '#widgets/market/useClosedReason.ts'
import { useTradeRestrictionText } from '#widgets/trading/useTradeRestriction.ts'
import type { TradePaneProps } from '#widgets/trading/tradeSearch.ts'
import { TradingEndNotice } from '#widgets/market/TradingEndNotice.tsx'
import { firstOpenOrFirstMarket } from '#widgets/market/defaultMarket.ts'
import { withoutDelistedMarkets } from '#widgets/market/tradingEnd.ts'
import { OptionChainTable, type OptionChoice } from './OptionChainTable.tsx'
import { OpenOptionCard } from './OpenOptionCard.tsx'
import { OptionCloseSheet } from './OptionCloseSheet.tsx'
import { OptionHistory } from './OptionHistory.tsx'
import { emptyOptionDraft, parseOptionDraft } from './optionDraft.ts'
import { OptionTicket } from './OptionTicket.tsx'
import { Grid } from '#ui/Grid.tsx'
import { Row } from '#ui/Row.tsx'
import { Text } from '#ui/Text.tsx'
import { useOptionChain, optionValueNow } from './useOptionChain.ts'

const askAgainMs = 15_000

/** Options: market, expiry, chain, ticket; below it what one has and had (docs/rules/options.md). */
export function OptionPane({ at, go }: TradePaneProps) {
  const { t } = useLingui()
  // Here and not in its card, which is gone once it is sold: the receipt stays.
  const [leaving, setLeaving] = useState<OptionOrder>()
  const symbols = useQuery(apiReadQuery(market.symbols, {}))
  const accountType = useAccountType()
  const open = useQuery({
    ...apiReadQuery(trading.positions, {
      accountType,
      posType: posType.option,
      status: `${positionStatus.running},${positionStatus.settling}`,
      pageSize: 50,
    }),
    refetchInterval: ({ state }) => (state.data && state.data.total > 0 ? askAgainMs : false),
  })
  const sold = symbols.data?.filter(({ symbol }) => findOptionMarket(symbol)).toSorted(inOrder)
  const features = useProductAvailability()
  const traded = sold && withoutDelistedMarkets(sold)
  const offered = traded?.filter(({ category }) => isContractOfferedRealOrDemo(features, category))
  const shown = offered?.length ? offered : traded
  const listed = shown?.find(({ symbol }) => symbol === at.symbol) ?? (shown && firstOpenOrFirstMarket(shown))
  if (!sold || !shown || !listed)
    return symbols.error ? (
      <LoadErrorState title={t`The markets could not be read`} error={symbols.error} onRetry={() => void symbols.refetch()} />
    ) : (
      <Skeleton lines={10} />
    )
  const mine = open.data?.records.filter(createOrderKindGuard(3))
  const listedOf = (symbol: string) => sold.find((one) => one.symbol === symbol)
  const count = open.data?.total ?? 0
  return (
    <>
      <SegmentedControl
        label={t`Choose a market`}
        look="line"
        value={listed.symbol}
        onChange={(symbol) => go({ symbol })}
        options={shown.map((one) => ({ value: one.symbol, label: `${one.base}/${one.quote}` }))}
      />
      <Row as="p" wrap align="center" gap={2}>
        <LivePriceTag symbol={listed.symbol} places={listed.priceScale} fallback={listed.currentPrice} size="large" />
        <LivePriceChange symbol={listed.symbol} fallback={listed.riseRate} />
      </Row>
      <TradingEndNotice market={listed} />
      <TradeRestrictionCard product="option" />
      <Floor key={listed.symbol} listed={listed} />
      <SegmentedControl
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
          <DataAgeChip at={open.data && dataAsOf(open.data, open.dataUpdatedAt)} afterMs={20_000} />
          {mine.length === 0 && (
            <EmptyState text={t`Options you buy will be here with what they are worth, until they expire or you sell them back.`} />
          )}
          <Grid gap={3}>
            {mine.map((order) => (
              <OpenOptionCard key={order.id} order={order} listed={listedOf(order.symbol)} onLeave={() => setLeaving(order)} />
            ))}
          </Grid>
        </>
      ) : open.error ? (
        <LoadErrorState title={t`Your options could not be read`} error={open.error} onRetry={() => void open.refetch()} />
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

const place = ({ symbol }: MarketWithPrice) => optionMarkets.findIndex((market) => market.symbol === symbol)
const inOrder = (a: MarketWithPrice, b: MarketWithPrice) => place(a) - place(b)

/** Expiry, chain and ticket of one market. */
function Floor({ listed }: { listed: MarketWithPrice }) {
  const { t } = useLingui()
  const { chain, error, retry, mid, isFresh } = useOptionChain(listed.symbol)
  const [{ expiry: asked, picked: lastPicked, quantity }, change, send] = useTabFormDraft(
    `option:${listed.symbol}`,
    emptyOptionDraft,
    parseOptionDraft,
  )
  const stopped = useStopped(listed, isFresh)
  const timeLeft = useTimeLeft()
  const terms = findOptionMarket(listed.symbol)
  if (!chain || !terms)
    return error ? <LoadErrorState title={t`The options could not be read`} error={error} onRetry={retry} /> : <Skeleton lines={10} />
  const expiries = chain.expiries.filter((expiry) => expiry - optionSettlementAverageSeconds * 1000 > serverNow())
  const expiryMs = expiries.find((expiry) => String(expiry) === asked) ?? expiries[0]
  if (expiryMs === undefined || mid === null) return <EmptyState text={t`There is no price yet, so nothing is sold at the moment.`} />
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
          label: `${formatDate(expiry)} ${formatHourMinute(expiry)} · ${timeLeft(expiry)}`,
        }))}
      />
      <OptionChainTable
        surface={chain.surface}
        strikes={withPicked(strikes, picked)}
        expiryMs={expiryMs}
        mid={mid}
        priceScale={listed.priceScale}
        isFresh={isFresh}
        chosen={choice}
        onChoose={(choice) => change({ picked: choice })}
      />
      <Text tone="muted">
        <Trans>Ask large, bid and delta (Δ) below it, in USDT for 1 {base}. Only buying: the most you can lose is what you pay.</Trans>
      </Text>
      {choice && (
        <OptionTicket
          listed={listed}
          chain={chain}
          choice={choice}
          expiryMs={expiryMs}
          typed={quantity}
          onType={(text) => change({ quantity: text })}
          onReview={() => {
            const clear = send()
            return () => clear({ quantity: '' })
          }}
          value={optionValueNow(chain.surface, { ...choice, expiryMs }, mid)}
          mid={mid}
          stopped={stopped}
        />
      )}
    </>
  )
}

/** What was picked stays in the table while it is sold. */
function withPicked(strikes: ReturnType<typeof strikesAround>, picked: OptionChoice | undefined) {
  if (!picked || strikes.some((strike) => compareDecimals(strike, picked.strike) === 0)) return strikes
  return [...strikes, picked.strike].toSorted(compareDecimals)
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
function useStopped(market: MarketWithPrice, isFresh: boolean): string | undefined {
  const { t } = useLingui()
  const connection = useStreamConnectionState()
  const isOnline = useIsOnline()
  const stop = useTradeRestrictionText('option')
  const closed = useMarketClosedReasonText(market)
  if (!isOnline || connection === 'offline') return t`Needs a connection`
  if (stop !== undefined) return stop
  if (!market.session.open) return closed
  return isFresh ? undefined : t`Waiting for a fresh price`
}
