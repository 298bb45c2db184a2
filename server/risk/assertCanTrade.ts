import { productAvailabilitiesForResidence, regionRefusal } from '../core/countries.ts'
import type { SignedInUser } from '../core/visitor.ts'
import type { BreakScope } from '#contract/calls/limits.ts'
import type { AnyPosTypeOrderRequest } from '#contract/calls/trading.ts'
import { assertLedgerNotHalted } from '#ledger/halt.ts'
import { accountTypes, realSecondContractLimits } from '#contract/constants.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import { direction } from '#contract/states.ts'
import { instantToWireTime } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { compareDecimals, isNegative, largerDecimal, negate, q8, smallerDecimal, subtract, zero } from '#rules/decimal.ts'
import { usdtConvertersByCurrency } from '#rules/quote.ts'
import { assertCompetitionTradable } from '../orders/competition.ts'
import { maxLeverWithCreditLoan, hasOpenCreditLoan } from './debt.ts'
import type { AppContext } from '../core/appContext.ts'
import type { ProductAvailability, RegulatedProduct } from '../core/legalRecords.ts'
import { type TradingBreak, readActiveTradingBreaks } from './breaks.ts'
import { readLossLimitUsages, readSecondContractDailyStakeLimit } from './ownLimits.ts'
import { startOfPeriod } from './periods.ts'
import { readTradingResultsSince } from './results.ts'
import { readSuitability } from './suitability.ts'
import { resolveTradingAccountScope, lockTradingAccount } from '../orders/accountType.ts'
import { assertCurrencyWithdrawable } from './withdrawability.ts'

export type TradableProduct = 'spot' | 'contract' | 'option' | 'second' | 'earn' | 'loan' | 'ieo'

/** A new order, as far as it matters who asks. */
export interface TradePermissionQuery {
  accountType: number
  /** The competition, of an order in book 3. */
  compId?: string | undefined
  product: TradableProduct
  /** Markets whose prices decide about it. */
  symbols: readonly string[]
  /** It turns coins into USDT: leaving is never hindered (docs/rules/{wire,spot}.md). */
  isLeaving?: boolean
  /** What is given away at once and may be lost whole, in USDT. */
  stake?: Decimal
  /** Of a contract. */
  lever?: number
  /** The currency that it buys, where that is kept afterwards. */
  buys?: string
}

type Asker = { sql: Sql; visitor: SignedInUser }

const needsSuitability: ReadonlySet<TradableProduct> = new Set(['contract', 'option', 'second'])
const scopesOf: Record<TradableProduct, readonly BreakScope[]> = {
  spot: ['all'],
  contract: ['leverage', 'all'],
  option: ['leverage', 'all'],
  second: ['second', 'all'],
  earn: ['all'],
  ieo: ['all'],
  loan: ['leverage', 'all'],
}
/**
 * Refuses a new order that this person may not make (docs/rules/{environments,protection,competitions,countries}.md). Breaks and countries
 * hold in all books, the rules of a competition in its own, all else in REAL. Refuses what `assertCompetitionTradable` refuses,
 * selfExcluded {until}, regionProduct, region, agreementRequired, guestRestricted, kycRequired {level}, marketSimulated,
 * noWayOut {currency}, suitabilityRequired, coolingOff {until}, creditOpen, leverageCap {max}, ownLimit {limit, left}, and ledgerHalted.
 * A sale is refused by the rules of a competition alone; closing, cancelling and protecting never come here.
 */
export async function assertCanTrade(app: AppContext, ask: TradePermissionQuery, asker: Asker): Promise<void> {
  await assertCanTradeIgnoringLedgerHalt(app, ask, asker)
  if (!ask.isLeaving) await assertLedgerNotHalted(asker.sql)
}

/** What of it is about this person and this order alone. */
export async function assertCanTradeIgnoringLedgerHalt(app: AppContext, ask: TradePermissionQuery, { sql, visitor }: Asker): Promise<void> {
  const { accountType, product, isLeaving = false } = ask
  if (!isLeaving) {
    await refuseBreak(app, product, { sql, visitor })
    refuseRegion(app, ask, visitor)
    refuseUnagreed(visitor)
  }
  if (accountType === accountTypes.competition) return assertCompetitionTradable(sql, visitor.userId, ask, app.clock.now())
  if (accountType !== accountTypes.real || isLeaving) return
  if (visitor.isGuest) throw new Refusal('guestRestricted')
  if ((await kycLevel(sql, visitor.userId, app.clock.now())) < 1) throw new Refusal('kycRequired', { level: 1 })
  if (app.config.env === 'production' && ask.symbols.some((symbol) => isSimulated(app, symbol)))
    throw new Refusal('marketSimulated', { symbol: ask.symbols[0] })
  if (ask.buys !== undefined) await assertCurrencyWithdrawable(sql, app, ask.buys)
  await refuseBesideCredit(ask, { sql, visitor })
  if (!needsSuitability.has(product)) return
  await refuseUnsuitable(app, { sql, visitor })
  await refuseLosses(app, ask, { sql, visitor })
}

/**
 * Refuses somebody who may not take part in a competition now: its prizes are an incentive, its trades are contracts. Refuses selfExcluded
 * {until}, region, agreementRequired and ledgerHalted.
 */
export async function assertCanCompete(app: AppContext, { sql, visitor }: Asker): Promise<void> {
  await refuseBreak(app, 'contract', { sql, visitor })
  const { incentive, contract, cryptoContract } = productAvailabilitiesForResidence(visitor, app)
  if (incentive === 'off' || (contract === 'off' && cryptoContract === 'off'))
    throw regionRefusal('region', visitor, { standing: app, products: ['incentive', 'contract'] })
  refuseUnagreed(visitor)
  await assertLedgerNotHalted(sql)
}

/**
 * The same right before it is taken: with the wallet locked, so that two orders at once cannot both pass a limit, none a competition's end, and
 * none a break that begins at the same moment.
 */
export async function lockAndAssertCanTrade(app: AppContext, ask: TradePermissionQuery, requester: Asker): Promise<void> {
  await lockTradingAccount(requester.sql, await resolveTradingAccountScope(requester.sql, requester.visitor.userId, ask))
  await assertCanTrade(app, ask, requester)
}

/** The loss limits alone, once an order's price says what it stakes; with the wallet locked where it is taken. Refuses ownLimit {limit, left}. */
export async function assertWithinLossLimits(app: AppContext, ask: TradePermissionQuery, requester: Asker): Promise<void> {
  if (ask.accountType === accountTypes.real) await refuseLosses(app, ask, requester)
}

/** The person's own break that this falls into; undefined where there is none. */
const breakFrom = async (sql: Sql, userId: string, product: TradableProduct, nowMs: number): Promise<TradingBreak | undefined> =>
  (await readActiveTradingBreaks(sql, userId, nowMs)).find(({ scope }) => scopesOf[product].includes(scope))

async function refuseBreak(app: AppContext, product: TradableProduct, { sql, visitor }: Asker): Promise<void> {
  const found = await breakFrom(sql, visitor.userId, product, app.clock.now())
  if (found) throw new Refusal('selfExcluded', { until: instantToWireTime(found.until) })
}

function refuseRegion(app: AppContext, { accountType, product, symbols }: TradePermissionQuery, visitor: SignedInUser): void {
  if (product === 'spot') return
  const features = productAvailabilitiesForResidence(visitor, app)
  const requestedFeatures = askedFeatures(app, product, symbols)
  const isOpen = (offered: ProductAvailability): boolean =>
    offered === 'real' || (offered === 'demo' && accountType !== accountTypes.real && product !== 'loan')
  if (requestedFeatures.every((each) => isOpen(features[each]))) return
  const name = product === 'earn' || product === 'ieo' || product === 'loan' ? 'region' : 'regionProduct'
  throw regionRefusal(name, visitor, { standing: app, products: requestedFeatures })
}

/** What has to be offered for an order of this kind: an option needs the contracts on its market too. */
function askedFeatures(
  { market }: AppContext,
  product: Exclude<TradableProduct, 'spot'>,
  symbols: readonly string[],
): readonly RegulatedProduct[] {
  if (product !== 'contract' && product !== 'option') return [product]
  const underlying = market.spec(symbols[0] ?? '')?.category === 'crypto' ? 'cryptoContract' : 'contract'
  return product === 'option' ? ['option', underlying] : [underlying]
}

/** A new version of what was agreed to comes before anything new. */
function refuseUnagreed({ mustAgree = false }: SignedInUser): void {
  if (mustAgree) throw new Refusal('agreementRequired')
}

/** Borrowed money is not for the quickest ways to lose it. */
async function refuseBesideCredit({ product, lever = 0 }: TradePermissionQuery, { sql, visitor }: Asker): Promise<void> {
  if (product !== 'second' && lever <= maxLeverWithCreditLoan) return
  if (!(await hasOpenCreditLoan(sql, visitor.userId))) return
  throw product === 'second' ? new Refusal('creditOpen') : new Refusal('leverageCap', { max: maxLeverWithCreditLoan })
}

/** Derived prices are as simulated as those they come from. */
function isSimulated({ market }: AppContext, symbol: string): boolean {
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

async function refuseUnsuitable(app: AppContext, { sql, visitor }: Asker): Promise<void> {
  const nowMs = app.clock.now()
  const { passed, retryAt, opensAt } = await readSuitability(sql, visitor.userId, nowMs)
  if (!passed) throw new Refusal('suitabilityRequired', { retryAt: retryAt === null ? null : instantToWireTime(retryAt) })
  if (opensAt !== null && opensAt > nowMs) throw new Refusal('coolingOff', { until: instantToWireTime(opensAt) })
}

async function refuseLosses(app: AppContext, { product, stake = zero }: TradePermissionQuery, { sql, visitor }: Asker): Promise<void> {
  const nowMs = app.clock.now()
  for (const { kind, value, used } of await readLossLimitUsages(sql, visitor.userId, nowMs)) {
    const left = q8(largerDecimal(subtract(value, used), zero))
    if (compareDecimals(left, zero) === 0 || compareDecimals(stake, left) > 0) throw new Refusal('ownLimit', { limit: kind, left })
  }
  if (product !== 'second') return
  const { stakeLeft, lossLeft } = await readSecondContractDailyAllowance(sql, visitor.userId, nowMs)
  const [limit, left] = compareDecimals(stakeLeft, lossLeft) < 0 ? ['stakeSecond', stakeLeft] : ['lossSecond', lossLeft]
  if (compareDecimals(left, zero) === 0 || compareDecimals(stake, left) > 0) throw new Refusal('ownLimit', { limit, left })
}

/** What is left of today's stakes and losses of second contracts with real money; open stakes count as lost until they come back. */
export async function readSecondContractDailyAllowance(
  sql: Sql,
  userId: string,
  nowMs: number,
): Promise<{ stakeLeft: Decimal; lossLeft: Decimal }> {
  const { secondStaked, secondNet } = await readTradingResultsSince(sql, userId, accountTypes.real, startOfPeriod('day', nowMs))
  const lost = isNegative(secondNet) ? negate(secondNet) : zero
  const left = (most: string, used: Decimal): Decimal => q8(largerDecimal(subtract(most, used), zero))
  const most = smallerDecimal(await readSecondContractDailyStakeLimit(sql, userId), asDecimal(realSecondContractLimits.stakeDayUsdt))
  return { stakeLeft: left(most, secondStaked), lossLeft: left(realSecondContractLimits.lossDayUsdt, lost) }
}

/** A contract, option or spot order, as it is asked about here. */
export function tradePermissionQueryOfOrder({ market }: Pick<AppContext, 'market'>, order: AnyPosTypeOrderRequest): TradePermissionQuery {
  const converter = usdtConvertersByCurrency[market.spec(order.symbol)?.quote ?? '']?.symbol
  const symbols = converter === undefined ? [order.symbol] : [order.symbol, converter]
  const { accountType, posType } = order
  if (posType === 2) return { accountType, compId: order.compId, product: 'contract', symbols, lever: order.lever }
  if (posType === 3) return { accountType, product: 'option', symbols }
  const isLeaving = order.direction === direction.short
  return { accountType, product: 'spot', symbols, isLeaving, ...(!isLeaving && boughtCurrencyField(market, order.symbol)) }
}

/** What a market sells: its base. */
export function boughtCurrencyField(market: AppContext['market'], symbol: string): { buys?: string } {
  const base = market.spec(symbol)?.base
  return base === undefined ? {} : { buys: base }
}
