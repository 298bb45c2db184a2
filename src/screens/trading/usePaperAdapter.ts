import { useLingui } from '@lingui/react/macro'
import { useEffect, useMemo } from 'react'
import { ApiError } from '#api/apiError.ts'
import { getLivePrice, watchLivePrice } from '#api/stream/prices.ts'
import { serverNow } from '#api/serverClock.ts'
import type { MarketWithPrice } from '#contract/calls/market.ts'
import type { Position } from '#contract/calls/trading.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { compareDecimals } from '#rules/decimal.ts'
import { liquidationPrice } from '#rules/position.ts'
import { usdtConvertersByCurrency, noUsdtConversion } from '#rules/quote.ts'
import { isInStopRange, type PositionStops, stopRanges } from '#rules/stops.ts'
import { paperLedgerStore, savePaperLedger as save, usePaperLedger } from '#widgets/trading/paperStore.ts'
import type { ContractTradingAdapter } from './tradingAdapter.ts'
import { estimateContractOrder, type QuoteSides } from './ticket/estimate.ts'
import {
  paperLedgerAfterMarginAdded,
  paperLedgerAfterCancel,
  paperLedgerAfterPrice,
  paperLedgerAfterClose,
  paperLedgerAfterPartialClose,
  toOpenPosition,
  paperLedgerAfterOrder,
  paperLedgerAfterStopsChange,
} from './paperLedger.ts'

const previewMs = 15_000

/** Live and fresh sides of a market; undefined when the price is missing or stale, and then nothing is traded. */
function freshQuoteSides(listed: MarketWithPrice): (QuoteSides & { mark: QuoteSides['bid'] }) | undefined {
  const live = getLivePrice(listed.symbol)
  const conversionMarket = usdtConvertersByCurrency[listed.quote]
  const rate = conversionMarket && getLivePrice(conversionMarket.symbol)
  if (!live || live.stale || (conversionMarket && (!rate || rate.stale))) return undefined
  return {
    bid: live.bid,
    ask: live.ask,
    mark: live.mark,
    // The server's own time, so that our record can be found again by it.
    sec: Math.floor(live.atMs / 1000),
    conversion: conversionMarket && rate ? { rate: rate.price, by: conversionMarket.by } : noUsdtConversion,
  }
}

/** The paper desk of this device. Positions are checked at every price that arrives while the app is open. */
export function usePaperContractTradingAdapter(symbols: readonly MarketWithPrice[] | undefined): ContractTradingAdapter {
  const { t } = useLingui()
  const ledger = usePaperLedger()
  const heldSymbols = [...new Set([...ledger.running, ...ledger.pending].map(({ symbol }) => symbol))].sort().join()

  useEffect(() => {
    const stops = heldSymbols
      .split(',')
      .filter(Boolean)
      .flatMap((symbol) => {
        const listed = symbols?.find((one) => one.symbol === symbol)
        if (!listed) return []
        const check = () => {
          const sides = freshQuoteSides(listed)
          if (sides) save(paperLedgerAfterPrice(paperLedgerStore.get(), listed, sides, serverNow()))
        }
        const conversionMarket = usdtConvertersByCurrency[listed.quote]
        return [watchLivePrice(symbol, check), ...(conversionMarket ? [watchLivePrice(conversionMarket.symbol, check)] : [])]
      })
    return () => stops.forEach((stop) => stop())
  }, [heldSymbols, symbols])

  return useMemo(() => {
    const createNoPriceError = () => new ApiError(4616, 'FEED_STALE', t`There is no fresh price right now. Nothing happened.`)
    const createInsufficientBalanceError = (needed: Decimal) =>
      new ApiError(4201, 'INSUFFICIENT_BALANCE', t`Not enough paper money for this order.`, { needed })
    const assertStopsValid = (side: number, price: Decimal, liqPrice: Decimal, listed: MarketWithPrice, stops: PositionStops) => {
      const ranges = stopRanges(side, price, liqPrice, listed.tick)
      const isWrong = (['stopProfit', 'stopLoss'] as const).some((field) => stops[field] && !isInStopRange(stops[field], ranges[field]))
      if (isWrong) throw new ApiError(4610, 'STOP_INVALID', t`This take-profit or stop-loss is on the wrong side of the price`)
    }
    const createNotRunningError = () => new ApiError(4611, 'NOT_RUNNING', t`This order is not there any more.`)
    const current = (all: readonly Position[], { id }: Position) => {
      const found = all.find((one) => one.id === id)
      if (!found) throw createNotRunningError()
      return found
    }
    const marketWithSides = (symbol: string) => {
      const listed = symbols?.find((one) => one.symbol === symbol)
      const sides = listed && freshQuoteSides(listed)
      if (!listed || !sides) throw createNoPriceError()
      return { listed, sides }
    }
    return {
      book: 2,
      isFirst: ledger.running.length + ledger.pending.length + ledger.history.length === 0,
      available: ledger.available,
      running: ledger.running,
      pending: ledger.pending,
      leverageFor: { profile: '', accountAgeMs: 0 },
      closedReason: undefined,
      preview: async (order) => {
        const { listed, sides } = marketWithSides(order.symbol)
        const cost = estimateContractOrder(listed, order, sides)
        if (!cost) throw createNoPriceError()
        assertStopsValid(order.direction, order.price ?? sides.mark, cost.liqPrice, listed, order)
        return { ...cost, warnings: [], confirmToken: '', expireAtMs: serverNow() + previewMs }
      },
      open: async (order) => {
        const { listed, sides } = marketWithSides(order.symbol)
        const cost = estimateContractOrder(listed, order, sides)
        const result = cost && paperLedgerAfterOrder(paperLedgerStore.get(), listed, order, cost, serverNow(), sides.sec)
        if (!result) throw createInsufficientBalanceError(cost?.worstLoss ?? asDecimal('0'))
        save(result.ledger)
        return result.opened
      },
      close: async (position, _, part) => {
        const { listed, sides } = marketWithSides(position.symbol)
        const now = current(paperLedgerStore.get().running, position)
        const isPart = part !== undefined && compareDecimals(part, now.quantity) < 0
        const result = isPart
          ? paperLedgerAfterPartialClose(paperLedgerStore.get(), now, part, listed, sides, serverNow())
          : paperLedgerAfterClose(paperLedgerStore.get(), now, listed, sides, serverNow())
        save(result.ledger)
        return result.closed
      },
      setStops: async (position, stops) => {
        const { listed, sides } = marketWithSides(position.symbol)
        const now = current(paperLedgerStore.get().running, position)
        assertStopsValid(now.direction, sides.mark, liquidationPrice(toOpenPosition(now, listed, sides), listed), listed, stops)
        const result = paperLedgerAfterStopsChange(paperLedgerStore.get(), now, stops)
        save(result.ledger)
        return result.changed
      },
      addMargin: async (position, money) => {
        const { listed, sides } = marketWithSides(position.symbol)
        const result = paperLedgerAfterMarginAdded(
          paperLedgerStore.get(),
          current(paperLedgerStore.get().running, position),
          money,
          listed,
          sides,
        )
        if (!result) throw createInsufficientBalanceError(money)
        save(result.ledger)
        return result.changed
      },
      cancel: async (order) => {
        const result = paperLedgerAfterCancel(paperLedgerStore.get(), current(paperLedgerStore.get().pending, order), serverNow())
        save(result.ledger)
        return result.cancelled
      },
    }
  }, [ledger, symbols, t])
}
