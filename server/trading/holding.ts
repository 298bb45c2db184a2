import type { Decimal } from '#contract/decimal.ts'
import { asInstant, wireDay } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import type { Market, SymbolSpec } from '#market/market.ts'
import { fundingRate, type HoldingRate, holdingKind, holdingPerDay, nextDue, nightsAt } from '#rules/funding.ts'
import type { Held } from '#rules/position.ts'
import { simFundingRate } from './fundingRate.ts'
import { overnightRate } from './overnightRate.ts'

/** The seed that the funding of this moment is drawn from; undefined where no simulated market was published. */
export async function fundingSeed(sql: Sql, dueSec: number): Promise<Buffer | undefined> {
  const [row] = await sql.query<{ seed: string }>('select seed from sim_day where day = $1', [wireDay(dueSec * 1000)])
  return row && Buffer.from(row.seed, 'hex')
}

/**
 * What is charged on this market at this moment; undefined where nothing is. Funding comes from the published generator, on simulated markets
 * alone: no source of ours gives the rates of a live market yet, so there none is charged.
 */
export function holdingRateAt(market: Market, spec: SymbolSpec, dueSec: number, seed: Buffer | undefined): HoldingRate | undefined {
  if (holdingKind(spec.category) === 'overnight') return { kind: 'overnight', nights: nightsAt(dueSec), ...overnightRate(spec) }
  if (!seed || market.quote(spec.symbol)?.feedMode !== 'SIM') return undefined
  return { kind: 'funding', nights: 1, ...fundingRate(simFundingRate(seed, spec.symbol, dueSec)) }
}

/** What a day of holding costs at the coming rate, in USDT, positive when paid; undefined where nothing is charged. */
export async function perDayOf(sql: Sql, market: Market, spec: SymbolSpec, held: Held, price: Decimal, nowMs: number) {
  const dueSec = nextDue(spec.category, Math.floor(nowMs / 1000))
  const rate = holdingRateAt(market, spec, dueSec, await fundingSeed(sql, dueSec))
  return rate && { kind: rate.kind, amount: holdingPerDay(held, price, rate) }
}

/** The coming charge of every market, or of one; markets without a charge are absent. */
export async function holdingRates(sql: Sql, market: Market, symbol: string | undefined, nowMs: number) {
  const nowSec = Math.floor(nowMs / 1000)
  const seed = await fundingSeed(sql, nextDue('crypto', nowSec))
  return market.specs
    .filter((spec) => symbol === undefined || spec.symbol === symbol)
    .flatMap((spec) => {
      const dueSec = nextDue(spec.category, nowSec)
      const rate = holdingRateAt(market, spec, dueSec, seed)
      return rate ? [{ symbol: spec.symbol, ...rate, dueAt: asInstant(dueSec * 1000) }] : []
    })
}
