import type { IeoApplyPreview, IeoPayPreview } from '#contract/calls/ieo.ts'
import { book } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { asInstant } from '#contract/time.ts'
import { available } from '#ledger/ledger.ts'
import { add, compare, isPositive, multiply, q8, smaller, zero } from '#rules/decimal.ts'
import type { House } from '../house.ts'
import type { Asking } from '../http/handlers.ts'
import { readText, signText } from '../signedText.ts'
import { type ApplyAsk, type PayAsk, readApply, readPay } from './ask.ts'
import { plain } from './project.ts'

const kind = 'ie1'
/** No price moves in it (product §1.11). */
const goodForMs = 600_000

interface Claims {
  user: string
  ask: string
  expireAtMs: number
}

/** Two that ask for the same have the same text; a payment is for so many tokens at that price. */
export const applyText = ({ ieoId, num }: ApplyAsk): string => JSON.stringify(['apply', ieoId, add(num, '0')])
export const payText = (id: string, num: Decimal, amount: Decimal): string => JSON.stringify(['pay', id, add(num, '0'), add(amount, '0')])

function signed(key: Buffer, user: string, ask: string, nowMs: number) {
  const claims: Claims = { user, ask, expireAtMs: nowMs + goodForMs }
  return { confirmToken: signText(key, kind, claims), expireAt: asInstant(claims.expireAtMs) }
}

/** Whether this token is ours, of this person, for exactly this, and not expired. */
export function isAgreed(key: Buffer, token: string | undefined, user: string, ask: string, nowMs: number): boolean {
  const claims = readText(key, kind, token) as Claims | undefined
  return claims?.user === user && claims.ask === ask && nowMs < claims.expireAtMs
}

/** What applying means: it costs and locks nothing. Refuses what readApply refuses. */
export async function previewApply(house: House, key: Buffer, ask: ApplyAsk, asking: Asking): Promise<IeoApplyPreview> {
  const ieo = await readApply(house, ask, asking)
  const mostWin = smaller(ask.num, ieo.user_cap)
  return {
    action: 'ieoApply',
    lines: [
      { key: 'applyNum', value: plain(ask.num), unit: ieo.token },
      { key: 'mostWin', value: plain(mostWin), unit: ieo.token },
      { key: 'estimatePrice', value: plain(ieo.estimate_price), unit: ieo.currency },
      { key: 'mostToPay', value: q8(multiply(mostWin, ieo.estimate_price)), unit: ieo.currency },
    ],
    fees: [],
    youPay: zero,
    payCurrency: ieo.currency,
    worstLoss: { amount: zero, currency: ieo.currency },
    warnings: [],
    ...signed(key, asking.visitor.userId, applyText(ask), house.clock.now()),
  }
}

/** What paying costs and what lapses with it. Refuses what readPay refuses, but for the balance, of which it warns. */
export async function previewPay(house: House, key: Buffer, ask: PayAsk, asking: Asking): Promise<IeoPayPreview> {
  const { sql, visitor } = asking
  const { ieo, order, num, amount, rest } = await readPay(house, ask, asking)
  const canPay = compare(await available(sql, visitor.userId, book.real, ieo.currency), amount) >= 0
  const info = (key: string) => ({ level: 'info' as const, key })
  const warn = (key: string) => ({ level: 'warn' as const, key })
  return {
    action: 'ieoPay',
    lines: [
      { key: 'payNum', value: plain(num), unit: ieo.token },
      { key: 'winPrice', value: plain(ieo.win_price), unit: ieo.currency },
      { key: 'lapses', value: plain(rest), unit: ieo.token },
    ],
    fees: [],
    youPay: amount,
    payCurrency: ieo.currency,
    // A new token can become worth nothing.
    worstLoss: { amount, currency: ieo.currency },
    warnings: [
      ...(isPositive(rest) ? [info('restLapses')] : []),
      warn('canLoseAll'),
      info('noMarket'),
      ...(canPay ? [] : [warn('insufficientBalance')]),
    ],
    ...signed(key, visitor.userId, payText(order.id, num, amount), house.clock.now()),
  }
}
