import { useLingui } from '@lingui/react/macro'
import { useEffect, useMemo } from 'react'
import { ApiError } from '#api/apiError.ts'
import { livePrice, watchPrice } from '#api/prices.ts'
import { serverNow } from '#api/serverClock.ts'
import type { MarketSymbol } from '#contract/calls/market.ts'
import { asDecimal } from '#contract/decimal.ts'
import { readStoredJson, store } from '#device/storage.ts'
import { createStore, useStore } from '#device/store.ts'
import { conversionSymbol, noConversion } from '#rules/quote.ts'
import type { Desk } from './desk.ts'
import { estimate, type Sides } from './estimate.ts'
import { checkPaper, closeOnPaper, freshPaper, openOnPaper, type PaperLedger } from './paperLedger.ts'

const key = 'paper-ledger'
const previewMs = 15_000

const isLedger = (value: unknown): value is PaperLedger =>
  typeof value === 'object' &&
  value !== null &&
  Array.isArray((value as PaperLedger).running) &&
  Array.isArray((value as PaperLedger).history)

const stored = readStoredJson(key)
const paper = createStore<PaperLedger>(isLedger(stored) ? stored : freshPaper())

function save(next: PaperLedger): void {
  if (next === paper.get()) return
  paper.set(next)
  store(key, JSON.stringify(next))
}

export const usePaper = (): PaperLedger => useStore(paper)
export const resetPaper = (): void => save(freshPaper())

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
    conversion: through && rate ? { rate: rate.price, by: through.by } : noConversion,
  }
}

/** The paper desk of this device. Positions are checked at every price that arrives while the app is open. */
export function usePaperDesk(symbols: readonly MarketSymbol[] | undefined): Desk {
  const { t } = useLingui()
  const ledger = usePaper()
  const held = [...new Set(ledger.running.map(({ symbol }) => symbol))].sort().join()

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
    const priced = (symbol: string) => {
      const listed = symbols?.find((one) => one.symbol === symbol)
      const sides = listed && freshSides(listed)
      if (!listed || !sides) throw noPrice()
      return { listed, sides }
    }
    return {
      available: ledger.available,
      running: ledger.running,
      leverageFor: { profile: '', accountAgeMs: 0 },
      closedReason: undefined,
      preview: async (order) => {
        const { listed, sides } = priced(order.symbol)
        const cost = estimate(listed, order, sides)
        if (!cost) throw noPrice()
        return { ...cost, warnings: [], confirmToken: '', expireAtMs: serverNow() + previewMs }
      },
      open: async (order) => {
        const { listed, sides } = priced(order.symbol)
        const cost = estimate(listed, order, sides)
        const result = cost && openOnPaper(paper.get(), listed, order, cost, Date.now())
        if (!result)
          throw new ApiError(4201, 'INSUFFICIENT_BALANCE', t`Not enough paper money for this order.`, {
            needed: cost?.worstLoss ?? asDecimal('0'),
          })
        save(result.ledger)
        return result.opened
      },
      close: async (position) => {
        const { listed, sides } = priced(position.symbol)
        const result = closeOnPaper(paper.get(), position, listed, sides, Date.now())
        save(result.ledger)
        return result.closed
      },
    }
  }, [ledger, symbols, t])
}
