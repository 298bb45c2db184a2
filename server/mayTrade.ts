import { featuresOf } from '#account/countries.ts'
import type { Visitor } from '#account/visitor.ts'
import type { BreakScope } from '#contract/calls/limits.ts'
import type { AskedOrder } from '#contract/calls/trading.ts'
import { book, realSecondLimits } from '#contract/constants.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import { direction } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import { compare, isNegative, larger, negate, q8, smaller, subtract, zero } from '#rules/decimal.ts'
import { conversionSymbol } from '#rules/quote.ts'
import { refuseOutsideContest } from './contest.ts'
import { creditLever, hasOpenCredit } from './debt.ts'
import type { House } from './house.ts'
import { type Break, breaksOf } from './limits/breaks.ts'
import { lossLimits, stakeLimit } from './limits/ownLimits.ts'
import { startOf } from './limits/periods.ts'
import { resultsSince } from './limits/results.ts'
import { suitabilityOf } from './limits/suitability.ts'
import { bookMeant, lockBook } from './ownBook.ts'

export type Product = 'spot' | 'contract' | 'option' | 'second' | 'earn' | 'loan' | 'ieo'

/** A new order, as far as it matters who asks. */
export interface TradeAsk {
  accountType: number
  /** The competition, of an order in book 3. */
  compId?: string | undefined
  product: Product
  /** Markets whose prices decide about it. */
  symbols: readonly string[]
  /** It turns coins into USDT: leaving is never hindered by the person's own break. */
  isLeaving?: boolean
  /** What is given away at once and may be lost whole, in USDT. */
  stake?: Decimal
  /** Of a contract. */
  lever?: number
}

type Asker = { sql: Sql; visitor: Visitor }

const needsSuitability: ReadonlySet<Product> = new Set(['contract', 'option', 'second'])
const scopesOf: Record<Product, readonly BreakScope[]> = {
  spot: ['all'],
  contract: ['leverage', 'all'],
  option: ['leverage', 'all'],
  second: ['second', 'all'],
  earn: ['all'],
  ieo: ['all'],
  loan: ['leverage', 'all'],
}
/**
 * Whether this person may make this new order (product §0.1, §2.7, §2.15, §3.7, §3.8). Breaks and countries hold in all books, the rules of
 * a competition in its own, all else in REAL. Refuses what refuseOutsideContest refuses, selfExcluded {until}, regionProduct, region, agreementRequired, guestRestricted, kycRequired {level}, marketSimulated, suitabilityRequired, coolingOff {until},
 * creditOpen, leverageCap {max}, ownLimit {limit, left}. Closing, cancelling and protecting never come here.
 */
export async function mayTrade(house: House, ask: TradeAsk, { sql, visitor }: Asker): Promise<void> {
  const { accountType, product } = ask
  await refuseBreak(house, ask, { sql, visitor })
  refuseRegion(house, ask, visitor)
  refuseUnagreed(ask, visitor)
  if (accountType === book.contest) return refuseOutsideContest(sql, visitor.userId, ask, house.clock.now())
  if (accountType !== book.real) return
  if (visitor.isGuest) throw new Refusal('guestRestricted')
  if ((await kycLevel(sql, visitor.userId, house.clock.now())) < 1) throw new Refusal('kycRequired', { level: 1 })
  if (house.config.env === 'production' && ask.symbols.some((symbol) => isSimulated(house, symbol)))
    throw new Refusal('marketSimulated', { symbol: ask.symbols[0] })
  await refuseBesideCredit(ask, { sql, visitor })
  if (!needsSuitability.has(product)) return
  await refuseUnsuitable(house, { sql, visitor })
  await refuseLosses(house, ask, { sql, visitor })
}

/** Whether this person may take part in a competition now: its prizes are an incentive, its trades are contracts. Refuses selfExcluded, region and agreementRequired. */
export async function mayCompete(house: House, { sql, visitor }: Asker): Promise<void> {
  await refuseBreak(house, { accountType: book.contest, product: 'contract', symbols: [] }, { sql, visitor })
  const { incentive, contract, cryptoContract } = featuresOf(visitor.country, house.config.env)
  if (incentive === 'off' || (contract === 'off' && cryptoContract === 'off')) throw new Refusal('region', { country: visitor.country })
  refuseUnagreed({ accountType: book.contest, product: 'contract', symbols: [] }, visitor)
}

/**
 * The same right before it is taken: with the wallet locked, so that two orders at once cannot both pass a limit, none a competition's end, and
 * none a break that begins at the same moment.
 */
export async function mayTradeNow(house: House, ask: TradeAsk, asker: Asker): Promise<void> {
  await lockBook(asker.sql, await bookMeant(asker.sql, asker.visitor.userId, ask))
  await mayTrade(house, ask, asker)
}

/** The loss limits alone, once an order's price says what it stakes; with the wallet locked where it is taken. Refuses ownLimit {limit, left}. */
export async function mayStake(house: House, ask: TradeAsk, asker: Asker): Promise<void> {
  if (ask.accountType === book.real) await refuseLosses(house, ask, asker)
}

/** The person's own break that this falls into; undefined where there is none. */
export const breakFrom = async (sql: Sql, userId: string, product: Product, nowMs: number): Promise<Break | undefined> =>
  (await breaksOf(sql, userId, nowMs)).find(({ scope }) => scopesOf[product].includes(scope))

async function refuseBreak(house: House, { product, isLeaving = false }: TradeAsk, { sql, visitor }: Asker): Promise<void> {
  if (isLeaving) return
  const found = await breakFrom(sql, visitor.userId, product, house.clock.now())
  if (found) throw new Refusal('selfExcluded', { until: found.until })
}

function refuseRegion({ config, market }: House, { accountType, product, symbols }: TradeAsk, { country }: Visitor): void {
  if (product === 'spot') return
  const features = featuresOf(country, config.env)
  if (product === 'earn' || product === 'ieo') {
    const offered = features[product]
    if (offered === 'off' || (offered === 'demo' && accountType === book.real)) throw new Refusal('region', { country })
    return
  }
  if (product === 'loan') {
    if (features.loan !== 'real') throw new Refusal('region', { country })
    return
  }
  const isCrypto = market.spec(symbols[0] ?? '')?.category === 'crypto'
  const asked = product === 'second' ? [features.second] : product === 'option' ? [features.option] : []
  const offered = product === 'second' ? asked : [...asked, isCrypto ? features.cryptoContract : features.contract]
  const isOff = offered.some((each) => each === 'off' || (each === 'demo' && accountType === book.real))
  if (isOff) throw new Refusal('regionProduct', { country })
}

/** A new version of what was agreed to comes before anything new; leaving never waits for it. */
function refuseUnagreed({ isLeaving = false }: TradeAsk, { mustAgree = false }: Visitor): void {
  if (mustAgree && !isLeaving) throw new Refusal('agreementRequired')
}

/** Borrowed money is not for the quickest ways to lose it. */
async function refuseBesideCredit({ product, lever = 0 }: TradeAsk, { sql, visitor }: Asker): Promise<void> {
  if (product !== 'second' && lever <= creditLever) return
  if (!(await hasOpenCredit(sql, visitor.userId))) return
  throw product === 'second' ? new Refusal('creditOpen') : new Refusal('leverageCap', { max: creditLever })
}

/** Derived prices are as simulated as those they come from. */
function isSimulated({ market }: House, symbol: string): boolean {
  const mode = market.quote(symbol)?.feedMode
  return mode === 'SIM' || (mode === 'DERIVED' && market.specs.some((spec) => market.quote(spec.symbol)?.feedMode === 'SIM'))
}

/** 0 also once the papers have ended. */
async function kycLevel(sql: Sql, userId: string, nowMs: number): Promise<number> {
  const [row] = await sql.query<{ kyc_level: number }>(
    'select kyc_level from account where id = $1 and (kyc_closes_ms is null or kyc_closes_ms > $2)',
    [userId, nowMs],
  )
  return row?.kyc_level ?? 0
}

async function refuseUnsuitable(house: House, { sql, visitor }: Asker): Promise<void> {
  const nowMs = house.clock.now()
  const { passed, retryAt, opensAt } = await suitabilityOf(sql, visitor.userId, nowMs)
  if (!passed) throw new Refusal('suitabilityRequired', { retryAt })
  if (opensAt !== null && opensAt > nowMs) throw new Refusal('coolingOff', { until: opensAt })
}

async function refuseLosses(house: House, { product, stake = zero }: TradeAsk, { sql, visitor }: Asker): Promise<void> {
  const nowMs = house.clock.now()
  for (const { kind, value, used } of await lossLimits(sql, visitor.userId, nowMs)) {
    const left = q8(larger(subtract(value, used), zero))
    if (compare(left, zero) === 0 || compare(stake, left) > 0) throw new Refusal('ownLimit', { limit: kind, left })
  }
  if (product !== 'second') return
  const { stakeLeft, lossLeft } = await secondAllowance(sql, visitor.userId, nowMs)
  const [limit, left] = compare(stakeLeft, lossLeft) < 0 ? ['stakeSecond', stakeLeft] : ['lossSecond', lossLeft]
  if (compare(left, zero) === 0 || compare(stake, left) > 0) throw new Refusal('ownLimit', { limit, left })
}

/** What is left of today's stakes and losses of second contracts with real money; open stakes count as lost until they come back. */
export async function secondAllowance(sql: Sql, userId: string, nowMs: number): Promise<{ stakeLeft: Decimal; lossLeft: Decimal }> {
  const { secondStaked, secondNet } = await resultsSince(sql, userId, book.real, startOf('day', nowMs))
  const lost = isNegative(secondNet) ? negate(secondNet) : zero
  const left = (most: string, used: Decimal): Decimal => q8(larger(subtract(most, used), zero))
  const most = smaller(await stakeLimit(sql, userId), asDecimal(realSecondLimits.stakeDayUsdt))
  return { stakeLeft: left(most, secondStaked), lossLeft: left(realSecondLimits.lossDayUsdt, lost) }
}

/** An order of any kind as it is asked about here. */
export function tradeAskOf({ market }: Pick<House, 'market'>, order: AskedOrder): TradeAsk {
  const converter = conversionSymbol[market.spec(order.symbol)?.quote ?? '']?.symbol
  const symbols = converter === undefined ? [order.symbol] : [order.symbol, converter]
  const { accountType, posType } = order
  if (posType === 2) return { accountType, compId: order.compId, product: 'contract', symbols, lever: order.lever }
  if (posType === 3) return { accountType, product: 'option', symbols }
  return { accountType, product: 'spot', symbols, isLeaving: order.direction === direction.short }
}
