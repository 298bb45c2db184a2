import type { Decimal } from '#contract/decimal.ts'
import { asInstant, wireDay } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { simFundingRate } from '#market/fundingRate.ts'
import { daySince, fundingSince, fundingSymbol, overnightSymbol } from '#market/inputs.ts'
import { inputNumber, type PublishedInput, publishedFor } from '#market/inputStore.ts'
import type { Market, SymbolSpec } from '#market/market.ts'
import { overnightRate } from '#market/overnightRate.ts'
import { seedOn } from '#market/simDays.ts'
import { fundingRate, type HoldingRate, holdingKind, holdingPerDay, nextDue, nightsAt } from '#rules/funding.ts'
import type { Held } from '#rules/position.ts'

const seedOfDue = (sql: Sql, dueSec: number): Promise<Buffer | undefined> => seedOn(sql, wireDay(dueSec * 1000))

/**
 * What will be charged on this market at this moment, by the rules that its rate will be published by (market/inputs.ts); undefined where
 * nothing is. For showing: a charge itself reads what was published.
 */
function comingRate(market: Market, spec: SymbolSpec, dueSec: number, seed: Buffer | undefined): HoldingRate | undefined {
  if (holdingKind(spec.category) === 'overnight') return { kind: 'overnight', nights: nightsAt(dueSec), ...overnightRate(spec) }
  const announced = market.funding?.(spec.symbol, dueSec)
  if (announced) return { kind: 'funding', nights: 1, ...fundingRate(announced.rate) }
  if (!seed || market.quote(spec.symbol)?.feedMode !== 'SIM') return undefined
  return { kind: 'funding', nights: 1, ...fundingRate(simFundingRate(seed, spec.symbol, dueSec)) }
}

/** A published rate, and the second whose leaf says it. */
export type PublishedRate = HoldingRate & { sec: number }

/** What is charged at this moment, as the record's leaves say (product §3.3), by market; a market without a leaf is absent. */
export async function publishedRates(
  sql: Sql,
  feed: string,
  specs: readonly SymbolSpec[],
  dueSec: number,
): Promise<ReadonlyMap<string, PublishedRate>> {
  const [fundings, nights] = await Promise.all([
    publishedFor(
      sql,
      feed,
      fundingSince(dueSec),
      specs.map(({ symbol }) => fundingSymbol(symbol)),
    ),
    publishedFor(
      sql,
      feed,
      daySince(dueSec),
      specs.map(({ symbol }) => overnightSymbol(symbol)),
    ),
  ])
  return new Map(
    specs.flatMap(({ symbol, category }) => {
      const isNight = holdingKind(category) === 'overnight'
      const leaf = isNight ? nights.get(overnightSymbol(symbol)) : fundings.get(fundingSymbol(symbol))
      const rate = leaf && (isNight ? overnightOf(leaf, dueSec) : { kind: 'funding' as const, nights: 1, ...fundingRate(leaf.value) })
      return rate ? [[symbol, { ...rate, sec: leaf.sec }] as const] : []
    }),
  )
}

function overnightOf(leaf: PublishedInput, dueSec: number): HoldingRate | undefined {
  const [long, short] = [inputNumber(leaf, 'long'), inputNumber(leaf, 'short')]
  return long && short && { kind: 'overnight', nights: nightsAt(dueSec), long, short }
}

/** What a day of holding costs at the coming rate, in USDT, positive when paid; undefined where nothing is charged. */
export async function perDayOf(sql: Sql, market: Market, spec: SymbolSpec, held: Held, price: Decimal, nowMs: number) {
  const dueSec = nextDue(spec.category, Math.floor(nowMs / 1000))
  const rate = comingRate(market, spec, dueSec, await seedOfDue(sql, dueSec))
  return rate && { kind: rate.kind, amount: holdingPerDay(held, price, rate) }
}

/** The coming charge of every market, or of one; markets without a charge are absent. */
export async function holdingRates(sql: Sql, market: Market, symbol: string | undefined, nowMs: number) {
  const nowSec = Math.floor(nowMs / 1000)
  const seed = await seedOfDue(sql, nextDue('crypto', nowSec))
  return market.specs
    .filter((spec) => symbol === undefined || spec.symbol === symbol)
    .flatMap((spec) => {
      const dueSec = nextDue(spec.category, nowSec)
      const rate = comingRate(market, spec, dueSec, seed)
      return rate ? [{ symbol: spec.symbol, ...rate, dueAt: asInstant(dueSec * 1000) }] : []
    })
}
