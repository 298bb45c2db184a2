import type { ListedOption, OptionChain } from '#contract/calls/options.ts'
import { Refusal } from '#contract/refusals.ts'
import { asInstant, toWire } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import type { Market } from '#market/market.ts'
import { ivAt, type OptionKind, valueAt } from '#rules/option.ts'
import { expiriesFrom, optionIdOf, type OptionMarket, optionMarketOf, strikesAround } from '#rules/optionChain.ts'
import type { House } from '../house.ts'
import { type DaySurface, surfacesNow } from './surface.ts'

const kinds: readonly OptionKind[] = ['C', 'P']
const feeText = 'min(0.03% × qty × S, 12.5% × premium)'

/** The market of these options and its surface. Refuses symbolUnknown. */
export async function termsOf(house: House, sql: Sql, underlying: string): Promise<{ terms: OptionMarket; surface: DaySurface }> {
  const terms = optionMarketOf(underlying)
  const surface = terms && (await surfacesNow(house, sql)).get(underlying)
  if (!terms || !surface) throw new Refusal('symbolUnknown', { symbol: underlying })
  return { terms, surface }
}

/** The expiries on sale, as Unix seconds. */
export const expiriesNow = (market: Market, symbol: string, nowMs: number): number[] =>
  expiriesFrom(nowMs, (atMs) => market.isOpen(symbol, atMs))

/** Calls and puts around the money at the newest record (call 95); without a price there are expiries and no options. Refuses symbolUnknown. */
export async function chainOf(house: House, sql: Sql, underlying: string, expiry: string | undefined): Promise<OptionChain> {
  const { terms, surface } = await termsOf(house, sql, underlying)
  const nowMs = house.clock.now()
  const quote = house.market.quote(underlying)
  const expiries = expiriesNow(house.market, underlying, nowMs)
  const asked = expiry === undefined ? expiries : expiries.filter((sec) => toWire(sec * 1000) === expiry)
  const strikes = quote ? strikesAround(quote.mid, terms.strikeStep) : []
  const list = asked.flatMap((expirySec) =>
    strikes.flatMap((strike) =>
      kinds.map((cp): ListedOption => {
        const mid = quote?.mid ?? strike
        const secondsLeft = Math.max(0, expirySec - Math.floor(nowMs / 1000))
        return {
          optionId: optionIdOf({ underlying, cp, strike, expirySec }),
          underlying,
          cp,
          strike,
          expiry: asInstant(expirySec * 1000),
          ...valueAt({ cp, strike, secondsLeft }, ivAt(surface, strike, mid), mid),
          minQty: terms.minQty,
          feeText,
        }
      }),
    ),
  )
  const { qtyStep, minQty, maxQty } = terms
  return {
    underlying,
    mid: quote?.mid ?? null,
    sec: quote?.sec ?? null,
    feedMode: quote?.feedMode ?? 'CLOSED',
    surface,
    qtyStep,
    minQty,
    maxQty,
    expiries: expiries.map((sec) => asInstant(sec * 1000)),
    list,
    asOf: nowMs,
  }
}
