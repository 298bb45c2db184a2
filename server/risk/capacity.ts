import { asDecimal, type Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import type { AccountType } from '#ledger/ledger.ts'
import {
  type ReserveExposure,
  foldReserveExposureWhenMany,
  sumReserveUsdtFromLegs,
  lockAndAssertReserveCovers,
  assertReserveCovers,
} from '#ledger/reserves.ts'
import type { MarketDataService, MarketQuote, SymbolSpec } from '#market/market.ts'
import { add, divide, multiply, subtract, truncate } from '#rules/decimal.ts'
import { usdtConvertersByCurrency } from '#rules/quote.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext } from '../core/handlers.ts'

/** How far each market is imagined to move, either way, when the house asks what it could have to pay (docs/rules/contracts.md). */
const stress = { crypto: '0.2', metal: '0.05', forexMajor: '0.03', forexMinor: '0.05' } as const
/** The currencies whose pairs are majors (docs/rules/seed-data.md). */
const majors: ReadonlySet<string> = new Set(['USD', 'EUR', 'JPY', 'GBP', 'CAD', 'CHF'])

export function contractStressFractionOf({ category, base, quote }: Pick<SymbolSpec, 'category' | 'base' | 'quote'>): string {
  if (category !== 'forex') return stress[category]
  return majors.has(base) && majors.has(quote) ? stress.forexMajor : stress.forexMinor
}

/** What of a contract, or of an order for one, decides what the house could have to pay for it. */
interface PricedContract {
  spec: Pick<SymbolSpec, 'symbol' | 'contractSize'>
  quote: Pick<MarketQuote, 'mid'>
  quantity: Decimal
  price: Decimal
}

/** Every market's newest mark and both imagined ones, in its quote currency, and what a unit of that is in USDT. */
interface Stressed {
  second: number
  symbols: string[]
  mids: Decimal[]
  highs: Decimal[]
  lows: Decimal[]
  rates: Decimal[]
}

/** The same for everybody within a second, and computed once in it. */
const newest = new WeakMap<MarketDataService, Stressed>()

function stressedMarks(market: MarketDataService, { spec, quote }: PricedContract, nowMs: number): Stressed {
  const second = Math.floor(nowMs / 1000)
  const known = newest.get(market)
  if (known?.second === second && known.mids[known.symbols.indexOf(spec.symbol)] === quote.mid) return known
  const made = { second, ...computeMarks(market) }
  newest.set(market, made)
  return made
}

const rateScale = 16

// Where a market has no price yet, its reference level stands for it.
function computeMarks({ specs, quote, spec: find }: MarketDataService): Omit<Stressed, 'second'> {
  const midOf = (symbol: string): Decimal => quote(symbol)?.mid ?? find(symbol)?.ref ?? asDecimal('1')
  const mids = specs.map(({ symbol }) => midOf(symbol))
  const at = (share: (of: string) => Decimal): Decimal[] =>
    specs.map((spec, n) => truncate(multiply(mids[n] as Decimal, share(contractStressFractionOf(spec))), rateScale))
  return {
    symbols: specs.map(({ symbol }) => symbol),
    mids,
    highs: at((share) => add('1', share)),
    lows: at((share) => subtract('1', share)),
    rates: specs.map((spec) => {
      const converter = usdtConvertersByCurrency[spec.quote]
      if (!converter) return asDecimal('1')
      const rate = midOf(converter.symbol)
      return converter.by === 'multiply' ? rate : truncate(divide('1', rate), rateScale)
    }),
  }
}

/**
 * What all open contracts and pending orders of a book would have won if each market moved by its stress, in the direction that costs more,
 * without this order and with it. A market's longs are computed together, so are its shorts: what one of them lost by then counts against
 * what another won, which changes little, since whoever lost much was closed out.
 */
async function exposureWith(sql: Sql, app: AppContext, book: AccountType, priced: PricedContract, side: number): Promise<ReserveExposure> {
  const marks = stressedMarks(app.market, priced, app.clock.now())
  const units = multiply(priced.quantity, priced.spec.contractSize)
  const [row] = await sql.query<{ before: Decimal; after: Decimal; reserve: Decimal | null; unfolded: string }>(
    `with changed as (select symbol, side, quantity, cost from house_exposure_change where book = $1 and kind = 'contract'),
       open as (
         select symbol, side, quantity, cost, false as is_new from house_exposure where book = $1 and kind = 'contract'
         union all select symbol, side, quantity, cost, false from changed
         union all select $2, $3::smallint, $4::numeric, $5::numeric, true),
       sums as (
         select symbol, is_new, coalesce(sum(quantity) filter (where side = 1), 0) as long, coalesce(sum(cost) filter (where side = 1), 0) as bought,
           coalesce(sum(quantity) filter (where side = 2), 0) as short, coalesce(sum(cost) filter (where side = 2), 0) as sold
         from open group by grouping sets ((symbol, is_new), (symbol))),
       owed as (
         select is_new, greatest(0, high * long - bought, sold - low * short) * rate as usdt
         from sums join unnest($6::text[], $7::numeric[], $8::numeric[], $9::numeric[]) as mark (symbol, high, low, rate) using (symbol)
         where is_new is distinct from true)
     select coalesce(sum(usdt) filter (where not is_new), 0) as before, coalesce(sum(usdt) filter (where is_new is null), 0) as after,
       (select usdt from house_reserve where book = $1 and kind = 'contract') as reserve, (select count(*) from changed) as unfolded
     from owed`,
    [book, priced.spec.symbol, side, units, multiply(units, priced.price), marks.symbols, marks.highs, marks.lows, marks.rates],
  )
  if (!row) throw new Error('sums give one row')
  return { ...row, reserve: row.reserve ?? (await sumReserveUsdtFromLegs(sql, book, 'contract')), unfolded: Number(row.unfolded) }
}

/** Refuses houseCapacity where opening would: for the preview. */
export const assertContractCapacity = (sql: Sql, app: AppContext, book: AccountType, priced: PricedContract, side: number): Promise<void> =>
  assertReserveCovers(() => exposureWith(sql, app, book, priced, side))

/** Refuses houseCapacity when the house's reserve would not cover this order beside all others (docs/rules/contracts.md). Call it right before the order is written. */
export async function lockAndAssertContractCapacity(
  app: AppContext,
  { sql, afterCommit }: RequestContext,
  book: AccountType,
  priced: PricedContract,
  side: number,
): Promise<void> {
  const unfolded = await lockAndAssertReserveCovers(sql, book, 'contract', () => exposureWith(sql, app, book, priced, side))
  afterCommit(() => foldReserveExposureWhenMany(app.db, unfolded))
}
