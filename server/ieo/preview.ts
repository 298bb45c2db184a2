import type { IeoApplyPreview, IeoPayPreview } from '#contract/calls/ieo.ts'
import { accountTypes } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { asInstant } from '#contract/time.ts'
import { readAvailableBalance } from '#ledger/ledger.ts'
import { add, compareDecimals, isPositive, multiply, q8, smallerDecimal, zero } from '#rules/decimal.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext } from '../core/handlers.ts'
import { verifyClaimsToken, signClaimsToken } from '../core/signedText.ts'
import { type IeoApplicationInput, type IeoPaymentInput, requireApplicableIeo, requireAllowedIeoPayment } from './request.ts'
import { trimIeoAmountZeros } from './project.ts'

const kind = 'ie1'
/** No price moves in it (docs/rules/wire.md). */
const goodForMs = 600_000

interface Claims {
  user: string
  ask: string
  expireAtMs: number
}

/** Two that ask for the same have the same text; a payment is for so many tokens at that price. */
export const ieoApplicationConfirmPayload = ({ ieoId, num }: IeoApplicationInput): string => JSON.stringify(['apply', ieoId, add(num, '0')])
export const ieoPaymentConfirmPayload = (id: string, num: Decimal, amount: Decimal): string =>
  JSON.stringify(['pay', id, add(num, '0'), add(amount, '0')])

function signed(key: Buffer, user: string, ask: string, nowMs: number) {
  const claims: Claims = { user, ask, expireAtMs: nowMs + goodForMs }
  return { confirmToken: signClaimsToken(key, kind, claims), expireAt: asInstant(claims.expireAtMs) }
}

/** Whether this token is ours, of this person, for exactly this, and not expired. */
export function isIeoConfirmTokenValid(key: Buffer, token: string | undefined, user: string, ask: string, nowMs: number): boolean {
  const claims = verifyClaimsToken(key, kind, token) as Claims | undefined
  return claims?.user === user && claims.ask === ask && nowMs < claims.expireAtMs
}

/** What applying means: it costs and locks nothing. Refuses what `requireApplicableIeo` refuses. */
export async function previewIeoApplication(
  app: AppContext,
  key: Buffer,
  ask: IeoApplicationInput,
  context: RequestContext,
): Promise<IeoApplyPreview> {
  const ieo = await requireApplicableIeo(app, ask, context)
  const mostWin = smallerDecimal(ask.num, ieo.user_cap)
  return {
    action: 'ieoApply',
    lines: [
      { key: 'applyNum', value: trimIeoAmountZeros(ask.num), unit: ieo.token },
      { key: 'mostWin', value: trimIeoAmountZeros(mostWin), unit: ieo.token },
      { key: 'estimatePrice', value: trimIeoAmountZeros(ieo.estimate_price), unit: ieo.currency },
      { key: 'mostToPay', value: q8(multiply(mostWin, ieo.estimate_price)), unit: ieo.currency },
    ],
    fees: [],
    youPay: zero,
    payCurrency: ieo.currency,
    worstLoss: { amount: zero, currency: ieo.currency },
    warnings: [],
    ...signed(key, context.visitor.userId, ieoApplicationConfirmPayload(ask), app.clock.now()),
  }
}

/** What paying costs and what lapses with it. Refuses what `requireAllowedIeoPayment` refuses; of a balance that is too small it warns. */
export async function previewIeoPayment(
  app: AppContext,
  key: Buffer,
  ask: IeoPaymentInput,
  context: RequestContext,
): Promise<IeoPayPreview> {
  const { sql, visitor } = context
  const { ieo, order, num, amount, rest } = await requireAllowedIeoPayment(app, ask, context)
  const canPay = compareDecimals(await readAvailableBalance(sql, visitor.userId, accountTypes.real, ieo.currency), amount) >= 0
  const info = (key: string) => ({ level: 'info' as const, key })
  const warn = (key: string) => ({ level: 'warn' as const, key })
  return {
    action: 'ieoPay',
    lines: [
      { key: 'payNum', value: trimIeoAmountZeros(num), unit: ieo.token },
      { key: 'winPrice', value: trimIeoAmountZeros(ieo.win_price), unit: ieo.currency },
      { key: 'lapses', value: trimIeoAmountZeros(rest), unit: ieo.token },
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
    ...signed(key, visitor.userId, ieoPaymentConfirmPayload(order.id, num, amount), app.clock.now()),
  }
}
