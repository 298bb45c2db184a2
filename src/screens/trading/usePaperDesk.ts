import { useLingui } from '@lingui/react/macro'
import { useEffect, useMemo } from 'react'
import { ApiError } from '#api/apiError.ts'
import { livePrice, watchPrice } from '#api/prices.ts'
import { serverNow } from '#api/serverClock.ts'
import type { MarketSymbol } from '#contract/calls/market.ts'
import type { Position } from '#contract/calls/trading.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { compare } from '#rules/decimal.ts'
import { liquidationPrice } from '#rules/position.ts'
import { conversionSymbol, noConversion } from '#rules/quote.ts'
import { isWithin, type Stops, stopRanges } from '#rules/stops.ts'
import { paper, savePaper as save, usePaper } from '#widgets/paperStore.ts'
import type { Desk } from './desk.ts'
import { estimate, type Sides } from './estimate.ts'
import {
  addMarginOnPaper,
  cancelOnPaper,
  checkPaper,
  closeOnPaper,
  closePartOnPaper,
  heldOf,
  openOnPaper,
  setStopsOnPaper,
} from './paperLedger.ts'

const previewMs = 15_000

/** Live and fresh sides of a market; undefined when the price is missing or stale, and then nothing is traded. */
function freshSides(listed: MarketSymbol): (Sides & { mark: Sides['bid'] }) | undefined {
  const live = livePrice(listed.symbol)
  const through = conversionSymbol[listed.quote]
  const rate = through && livePrice(through.symbol)
  if (!live || live.stale || (through && (!rate || rate.stale))) return undefined
  return {
    bid: live.bid,
    ask: live.ask,
    mark: live.mark,
    // The server's own time, so that our record can be found again by it.
    sec: Math.floor(live.atMs / 1000),
    conversion: through && rate ? { rate: rate.price, by: through.by } : noConversion,
  }
}

/** The paper desk of this device. Positions are checked at every price that arrives while the app is open. */
export function usePaperDesk(symbols: readonly MarketSymbol[] | undefined): Desk {
  const { t } = useLingui()
  const ledger = usePaper()
  const held = [...new Set([...ledger.running, ...ledger.pending].map(({ symbol }) => symbol))].sort().join()

  useEffect(() => {
    const stops = held
      .split(',')
      .filter(Boolean)
      .flatMap((symbol) => {
        const listed = symbols?.find((one) => one.symbol === symbol)
        if (!listed) return []
        const check = () => {
          const sides = freshSides(listed)
          if (sides) save(checkPaper(paper.get(), listed, sides, Date.now()))
        }
        const through = conversionSymbol[listed.quote]
        return [watchPrice(symbol, check), ...(through ? [watchPrice(through.symbol, check)] : [])]
      })
    return () => stops.forEach((stop) => stop())
  }, [held, symbols])

  return useMemo(() => {
    const noPrice = () => new ApiError(4616, 'FEED_STALE', t`There is no fresh price right now. Nothing happened.`)
    const tooLittle = (needed: Decimal) => new ApiError(4201, 'INSUFFICIENT_BALANCE', t`Not enough paper money for this order.`, { needed })
    const refuseStops = (side: number, price: Decimal, liqPrice: Decimal, listed: MarketSymbol, stops: Stops) => {
      const ranges = stopRanges(side, price, liqPrice, listed.tick)
      const isWrong = (['stopProfit', 'stopLoss'] as const).some((field) => stops[field] && !isWithin(stops[field], ranges[field]))
      if (isWrong) throw new ApiError(4610, 'STOP_INVALID', t`This take-profit or stop-loss is on the wrong side of the price`)
    }
    const gone = () => new ApiError(4611, 'NOT_RUNNING', t`This order is not there any more.`)
    const current = (all: readonly Position[], { id }: Position) => {
      const found = all.find((one) => one.id === id)
      if (!found) throw gone()
      return found
    }
    const priced = (symbol: string) => {
      const listed = symbols?.find((one) => one.symbol === symbol)
      const sides = listed && freshSides(listed)
      if (!listed || !sides) throw noPrice()
      return { listed, sides }
    }
    return {
      book: 2,
      available: ledger.available,
      running: ledger.running,
      pending: ledger.pending,
      leverageFor: { profile: '', accountAgeMs: 0 },
      closedReason: undefined,
      preview: async (order) => {
        const { listed, sides } = priced(order.symbol)
        const cost = estimate(listed, order, sides)
        if (!cost) throw noPrice()
        refuseStops(order.direction, order.price ?? sides.mark, cost.liqPrice, listed, order)
        return { ...cost, warnings: [], confirmToken: '', expireAtMs: serverNow() + previewMs }
      },
      open: async (order) => {
        const { listed, sides } = priced(order.symbol)
        const cost = estimate(listed, order, sides)
        const result = cost && openOnPaper(paper.get(), listed, order, cost, Date.now(), sides.sec)
        if (!result) throw tooLittle(cost?.worstLoss ?? asDecimal('0'))
        save(result.ledger)
        return result.opened
      },
      close: async (position, _, part) => {
        const { listed, sides } = priced(position.symbol)
        const now = current(paper.get().running, position)
        const isPart = part !== undefined && compare(part, now.quantity) < 0
        const result = isPart
          ? closePartOnPaper(paper.get(), now, part, listed, sides, Date.now())
          : closeOnPaper(paper.get(), now, listed, sides, Date.now())
        save(result.ledger)
        return result.closed
      },
      setStops: async (position, stops) => {
        const { listed, sides } = priced(position.symbol)
        const now = current(paper.get().running, position)
        refuseStops(now.direction, sides.mark, liquidationPrice(heldOf(now, listed, sides), listed), listed, stops)
        const result = setStopsOnPaper(paper.get(), now, stops)
        save(result.ledger)
        return result.changed
      },
      addMargin: async (position, money) => {
        const { listed, sides } = priced(position.symbol)
        const result = addMarginOnPaper(paper.get(), current(paper.get().running, position), money, listed, sides)
        if (!result) throw tooLittle(money)
        save(result.ledger)
        return result.changed
      },
      cancel: async (order) => {
        const result = cancelOnPaper(paper.get(), current(paper.get().pending, order), Date.now())
        save(result.ledger)
        return result.cancelled
      },
    }
  }, [ledger, symbols, t])
}
