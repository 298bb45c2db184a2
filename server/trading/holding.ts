import type { Decimal } from '#contract/decimal.ts'
import { asInstant, serverDayAt } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { simFundingRate } from '#market/funding/fundingRate.ts'
import { serverDayStartSecond, fundingPeriodStartSecond, fundingInputSymbolOf, overnightInputSymbolOf } from '#market/record/inputs.ts'
import { marketInputLeafValue, type PublishedMarketInput, readMarketInputsStartingAt } from '#market/record/inputStore.ts'
import type { MarketDataService, SymbolSpec } from '#market/market.ts'
import { annualOvernightRates } from '#market/funding/overnightRate.ts'
import { readSimDaySeed } from '#market/sim/simDays.ts'
import {
  longAndShortFundingRates,
  type HoldingChargeRate,
  holdingChargeKindOfCategory,
  holdingChargePerDayUsdt,
  nextHoldingChargeSec,
  overnightChargeNights,
} from '#rules/funding.ts'
import type { OpenPosition } from '#rules/position.ts'

const seedOfDue = async (sql: Sql, dueSec: number): Promise<Buffer | undefined> =>
  (await readSimDaySeed(sql, serverDayAt(dueSec * 1000)))?.seed

/**
 * What will be charged on this market at this moment, by the rules that its rate will be published by (market/inputs.ts); undefined where
 * nothing is. For showing: a charge itself reads what was published.
 */
function comingRate(market: MarketDataService, spec: SymbolSpec, dueSec: number, seed: Buffer | undefined): HoldingChargeRate | undefined {
  if (holdingChargeKindOfCategory(spec.category) === 'overnight')
    return { kind: 'overnight', nights: overnightChargeNights(dueSec), ...annualOvernightRates(spec) }
  const announced = market.funding?.(spec.symbol, dueSec)
  if (announced) return { kind: 'funding', nights: 1, ...longAndShortFundingRates(announced.rate) }
  if (!seed || market.quote(spec.symbol)?.feedMode !== 'SIM') return undefined
  return { kind: 'funding', nights: 1, ...longAndShortFundingRates(simFundingRate(seed, spec.symbol, dueSec)) }
}

/** A published rate, and the second whose leaf says it. */
export type PublishedHoldingChargeRate = HoldingChargeRate & { sec: number }

/** What is charged at this moment, as the record's leaves say (docs/rules/prices.md), by market; a market without a leaf is absent. */
export async function readPublishedHoldingChargeRates(
  sql: Sql,
  feed: string,
  specs: readonly SymbolSpec[],
  dueSec: number,
): Promise<ReadonlyMap<string, PublishedHoldingChargeRate>> {
  const [fundings, nights] = await Promise.all([
    readMarketInputsStartingAt(
      sql,
      feed,
      fundingPeriodStartSecond(dueSec),
      specs.map(({ symbol }) => fundingInputSymbolOf(symbol)),
    ),
    readMarketInputsStartingAt(
      sql,
      feed,
      serverDayStartSecond(dueSec),
      specs.map(({ symbol }) => overnightInputSymbolOf(symbol)),
    ),
  ])
  return new Map(
    specs.flatMap(({ symbol, category }) => {
      const isNight = holdingChargeKindOfCategory(category) === 'overnight'
      const leaf = isNight ? nights.get(overnightInputSymbolOf(symbol)) : fundings.get(fundingInputSymbolOf(symbol))
      const rate =
        leaf && (isNight ? overnightOf(leaf, dueSec) : { kind: 'funding' as const, nights: 1, ...longAndShortFundingRates(leaf.value) })
      return rate ? [[symbol, { ...rate, sec: leaf.sec }] as const] : []
    }),
  )
}

function overnightOf(leaf: PublishedMarketInput, dueSec: number): HoldingChargeRate | undefined {
  const [long, short] = [marketInputLeafValue(leaf, 'long'), marketInputLeafValue(leaf, 'short')]
  return long && short && { kind: 'overnight', nights: overnightChargeNights(dueSec), long, short }
}

/** What a day of holding costs at the coming rate, in USDT, positive when paid; undefined where nothing is charged. */
export async function holdingCostPerDay(
  sql: Sql,
  market: MarketDataService,
  spec: SymbolSpec,
  held: OpenPosition,
  price: Decimal,
  nowMs: number,
) {
  const dueSec = nextHoldingChargeSec(spec.category, Math.floor(nowMs / 1000))
  const rate = comingRate(market, spec, dueSec, await seedOfDue(sql, dueSec))
  return rate && { kind: rate.kind, amount: holdingChargePerDayUsdt(held, price, rate) }
}

/** The coming charge of every market, or of one; markets without a charge are absent. */
export async function nextHoldingChargeRates(sql: Sql, market: MarketDataService, symbol: string | undefined, nowMs: number) {
  const nowSec = Math.floor(nowMs / 1000)
  const seed = await seedOfDue(sql, nextHoldingChargeSec('crypto', nowSec))
  return market.specs
    .filter((spec) => symbol === undefined || spec.symbol === symbol)
    .flatMap((spec) => {
      const dueSec = nextHoldingChargeSec(spec.category, nowSec)
      const rate = comingRate(market, spec, dueSec, seed)
      return rate ? [{ symbol: spec.symbol, ...rate, dueAt: asInstant(dueSec * 1000) }] : []
    })
}
