import type { MinerPreview, ProductPreview } from '#contract/calls/products.ts'
import { book } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { asInstant, type Instant } from '#contract/time.ts'
import { available, type Book } from '#ledger/ledger.ts'
import { add, compare, isZero } from '#rules/decimal.ts'
import { dayPlus, startOfDay } from '#rules/serverDay.ts'
import type { House } from '../house.ts'
import type { Asking } from '../http/handlers.ts'
import { mayTrade, type TradeAsk } from '../mayTrade.ts'
import { readText, signText } from '../signedText.ts'
import { amountOf, type Ask, readAsk } from './ask.ts'
import { coolingMs } from './cooling.ts'
import { coverageWith } from './coverage.ts'
import type { Facts, Offer } from './kind.ts'
import { kindOf, type ProductKinds } from './kindOf.ts'
import type { SoldRow } from './store.ts'

const kind = 'ep1'
/** No price moves in it (product §1.11). */
const goodForMs = 600_000

/** What the person agreed to: the money, the first day, how many there are and every term. */
export interface Agreed {
  money: Decimal
  startDay: string | null
  days: number
  terms: string
}

interface Claims extends Agreed {
  user: string
  ask: string
  expireAtMs: number
}

/** Two that ask for the same have the same text, whatever the order of their keys and '10.0' or '10'. */
const textOf = (ask: Ask): string =>
  JSON.stringify([ask.accountType, ask.productId, 'num' in ask ? ['num', ask.num] : ['money', add(ask.money, '0')]])

/** Terms in one spelling. */
export const agreedOf = ({ days }: SoldRow, { money, startDay, terms }: Offer): Agreed => ({
  money,
  startDay,
  days,
  terms: JSON.stringify(Object.entries(terms).toSorted(([a], [b]) => (a < b ? -1 : 1))),
})

export const isSame = (a: Agreed, b: Agreed): boolean =>
  compare(a.money, b.money) === 0 && a.startDay === b.startDay && a.days === b.days && a.terms === b.terms

/** What is asked for, as it is offered to this person: countries, breaks and real money first, then all that readAsk looks at. */
export async function admitAsk(house: House, kinds: ProductKinds, ask: Ask, asking: Asking): ReturnType<typeof readAsk> {
  const gate = (symbols: readonly string[]): TradeAsk => ({ accountType: ask.accountType, product: 'earn', symbols })
  await mayTrade(house, gate([]), asking)
  const read = await readAsk(asking.sql, kinds, asking.visitor, ask, house.clock.now())
  // What comes from a simulated market is not paid in real money.
  const symbols = kindOf(kinds, read.product).marketsOf?.(read.product) ?? [read.product.terms['symbol'] ?? []].flat()
  if (symbols.length > 0 && ask.accountType === book.real) await mayTrade(house, gate(symbols), asking)
  return read
}

/** Every number of a purchase, signed for ten minutes. Refuses what buying refuses, but for the balance, of which it warns. */
export async function makePreview(
  house: House,
  kinds: ProductKinds,
  key: Buffer,
  ask: Ask,
  asking: Asking,
): Promise<ProductPreview | MinerPreview> {
  const { sql, visitor } = asking
  const now = house.clock.now()
  const { product, offer } = await admitAsk(house, kinds, ask, asking)
  const covered = await coverageWith(sql, kinds, product, amountOf(offer), now)
  const canPay = compare(await available(sql, visitor.userId, ask.accountType as Book, product.currency), offer.money) >= 0
  const claims: Claims = { user: visitor.userId, ask: textOf(ask), ...agreedOf(product, offer), expireAtMs: now + goodForMs }
  const shown = {
    ...shownOf(product, offer, kindOf(kinds, product).facts(product), ask.accountType, now),
    lines: [...offer.lines, ...(covered === undefined ? [] : [{ key: 'coverage', value: covered, unit: '×' }])],
    warnings: [...offer.warnings, ...(canPay ? [] : [{ level: 'warn' as const, key: 'insufficientBalance' }])],
    confirmToken: signText(key, kind, claims),
    expireAt: asInstant(claims.expireAtMs),
  }
  return 'num' in ask ? { action: 'miner', needsAcknowledge: offer.needsAcknowledge ?? false, ...shown } : { action: 'product', ...shown }
}

function shownOf(
  product: SoldRow,
  offer: Offer,
  { rateKind, exitRule }: Facts,
  accountType: number,
  now: Instant,
): Omit<ProductPreview, 'action' | 'lines' | 'warnings' | 'confirmToken' | 'expireAt'> {
  const { startDay, money } = offer
  const starts = startDay === null ? now : startOfDay(startDay)
  const cooling = accountType === book.real ? now + coolingMs : now
  return {
    rateKind,
    exitRule,
    fees: [...(offer.fees ?? [])].filter(({ amount }) => !isZero(amount)),
    youPay: money,
    payCurrency: product.currency,
    // What nobody can exclude: that the house, a machine or a borrower gives nothing back.
    worstLoss: { amount: money, currency: product.currency },
    startTime: starts,
    endTime: startDay === null || product.days === 0 ? null : startOfDay(dayPlus(startDay, product.days)),
    cancelUntil: offer.cancelUntil ?? asInstant(Math.max(starts, cooling)),
  }
}

/** What was shown, if this token is ours, of this person, for this and not expired; otherwise undefined. */
export function readAgreed(key: Buffer, token: string | undefined, userId: string, ask: Ask, now: Instant): Agreed | undefined {
  const claims = readText(key, kind, token) as Claims | undefined
  return claims?.user === userId && claims.ask === textOf(ask) && now < claims.expireAtMs ? claims : undefined
}
