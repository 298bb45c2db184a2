import type { MiningMachineOrderPreview, EarnProductOrderPreview } from '#contract/calls/products.ts'
import { accountTypes } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { asInstant, type Instant } from '#contract/time.ts'
import { readAvailableBalance, type AccountType } from '#ledger/ledger.ts'
import { add, compareDecimals, isZero } from '#rules/decimal.ts'
import { addServerDays, startOfServerDay } from '#rules/serverDay.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext } from '../core/handlers.ts'
import { assertCanTrade, type TradePermissionQuery } from '../risk/assertCanTrade.ts'
import { verifyClaimsToken, signClaimsToken } from '../core/signedText.ts'
import { productPurchaseOfferCapUsage, type ProductPurchaseRequest, requireProductPurchaseOffer } from './request.ts'
import { productCoolingOffMs } from './cooling.ts'
import { earnReserveCoverageAfterSale } from './coverage.ts'
import type { ProductKindFacts, ProductPurchaseOffer } from './kind.ts'
import { productKindOf, type ProductKindsByType } from './kindOf.ts'
import type { ProductWithSales } from './store.ts'

const kind = 'ep1'
/** No price moves in it (docs/rules/wire.md). */
const goodForMs = 600_000

/** What the person agreed to: the money, the first day, how many there are and every term. */
export interface ConfirmedProductTerms {
  money: Decimal
  startDay: string | null
  days: number
  terms: string
}

interface Claims extends ConfirmedProductTerms {
  user: string
  ask: string
  expireAtMs: number
}

/** Two that ask for the same have the same text, whatever the order of their keys and '10.0' or '10'. */
const textOf = (ask: ProductPurchaseRequest): string =>
  JSON.stringify([ask.accountType, ask.productId, 'num' in ask ? ['num', ask.num] : ['money', add(ask.money, '0')]])

/** Terms in one spelling. */
export const confirmedProductTermsOf = (
  { days }: ProductWithSales,
  { money, startDay, terms }: ProductPurchaseOffer,
): ConfirmedProductTerms => ({
  money,
  startDay,
  days,
  terms: JSON.stringify(Object.entries(terms).toSorted(([a], [b]) => (a < b ? -1 : 1))),
})

export const isSameConfirmedProductTerms = (a: ConfirmedProductTerms, b: ConfirmedProductTerms): boolean =>
  compareDecimals(a.money, b.money) === 0 && a.startDay === b.startDay && a.days === b.days && a.terms === b.terms

/**
 * What is asked for, as it is offered to this person. Refuses what `assertCanTrade` refuses (countries, breaks, what holds for real money),
 * then what `requireProductPurchaseOffer` refuses; last, for real money, what `assertCanTrade` refuses of the markets that the product goes by.
 */
export async function requireAllowedProductPurchaseOffer(
  app: AppContext,
  kinds: ProductKindsByType,
  ask: ProductPurchaseRequest,
  context: RequestContext,
): ReturnType<typeof requireProductPurchaseOffer> {
  const gate = (symbols: readonly string[]): TradePermissionQuery => ({ accountType: ask.accountType, product: 'earn', symbols })
  await assertCanTrade(app, gate([]), context)
  const read = await requireProductPurchaseOffer(context.sql, kinds, context.visitor, ask, app.clock.now())
  // What comes from a simulated market is not paid in real money.
  const symbols = productKindOf(kinds, read.product).marketsOf?.(read.product) ?? [read.product.terms['symbol'] ?? []].flat()
  if (symbols.length > 0 && ask.accountType === accountTypes.real) await assertCanTrade(app, gate(symbols), context)
  return read
}

/** Every number of a purchase, signed for ten minutes. Refuses what buying refuses, but for the balance, of which it warns. */
export async function previewProductPurchase(
  app: AppContext,
  kinds: ProductKindsByType,
  key: Buffer,
  ask: ProductPurchaseRequest,
  context: RequestContext,
): Promise<EarnProductOrderPreview | MiningMachineOrderPreview> {
  const { sql, visitor } = context
  const now = app.clock.now()
  const { product, offer } = await requireAllowedProductPurchaseOffer(app, kinds, ask, context)
  const covered = await earnReserveCoverageAfterSale(sql, kinds, product, productPurchaseOfferCapUsage(offer), now)
  const canPay =
    compareDecimals(await readAvailableBalance(sql, visitor.userId, ask.accountType as AccountType, product.currency), offer.money) >= 0
  const claims: Claims = { user: visitor.userId, ask: textOf(ask), ...confirmedProductTermsOf(product, offer), expireAtMs: now + goodForMs }
  const confirmed = {
    ...shownOf(product, offer, productKindOf(kinds, product).facts(product), ask.accountType, now),
    lines: [...offer.lines, ...(covered === undefined ? [] : [{ key: 'coverage', value: covered, unit: '×' }])],
    warnings: [...offer.warnings, ...(canPay ? [] : [{ level: 'warn' as const, key: 'insufficientBalance' }])],
    confirmToken: signClaimsToken(key, kind, claims),
    expireAt: asInstant(claims.expireAtMs),
  }
  return 'num' in ask
    ? { action: 'miner', needsAcknowledge: offer.needsAcknowledge ?? false, ...confirmed }
    : { action: 'product', ...confirmed }
}

function shownOf(
  product: ProductWithSales,
  offer: ProductPurchaseOffer,
  { rateKind, exitRule }: ProductKindFacts,
  accountType: number,
  now: Instant,
): Omit<EarnProductOrderPreview, 'action' | 'lines' | 'warnings' | 'confirmToken' | 'expireAt'> {
  const { startDay, money } = offer
  const starts = startDay === null ? now : startOfServerDay(startDay)
  const cooling = accountType === accountTypes.real ? now + productCoolingOffMs : now
  return {
    rateKind,
    exitRule,
    fees: [...(offer.fees ?? [])].filter(({ amount }) => !isZero(amount)),
    youPay: money,
    payCurrency: product.currency,
    // What nobody can exclude: that the house, a machine or a borrower gives nothing back.
    worstLoss: { amount: money, currency: product.currency },
    startTime: starts,
    endTime: startDay === null || product.days === 0 ? null : startOfServerDay(addServerDays(startDay, product.days)),
    cancelUntil: offer.cancelUntil ?? asInstant(Math.max(starts, cooling)),
  }
}

/** What was shown, if this token is ours, of this person, for this and not expired; otherwise undefined. */
export function readProductConfirmToken(
  key: Buffer,
  token: string | undefined,
  userId: string,
  ask: ProductPurchaseRequest,
  now: Instant,
): ConfirmedProductTerms | undefined {
  const claims = verifyClaimsToken(key, kind, token) as Claims | undefined
  return claims?.user === userId && claims.ask === textOf(ask) && now < claims.expireAtMs ? claims : undefined
}
