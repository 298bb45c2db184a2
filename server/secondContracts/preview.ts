import type { SignedInUser } from '../core/visitor.ts'
import type { SecondContractOrderRequest, SecondContractOrderPreview, SecondContractOffer } from '#contract/calls/secondContracts.ts'
import { orderPreviewExpireMs } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { asInstant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { readAvailableBalance, type AccountType } from '#ledger/ledger.ts'
import { add, compareDecimals, multiply, q8 } from '#rules/decimal.ts'
import { secondContractWinPayout } from '#rules/second/secondContract.ts'
import { expectedCoinTossResult } from '#rules/second/secondOdds.ts'
import type { AppContext } from '../core/appContext.ts'
import { verifyClaimsToken, signClaimsToken } from '../core/signedText.ts'
import { requireSecondContractOfferAndQuote, refuseTooManySecondContractOrders, secondContractStakeCurrency } from './request.ts'
import { assertSecondContractOrderInterval } from './orderInterval.ts'
import { assertSecondContractCapacity } from './capacity.ts'

const kind = 'ct2'

/** Every number that the person agreed to. */
export interface ConfirmedSecondContractFigures {
  seconds: number
  odds: Decimal
  payout: Decimal
  worstLoss: Decimal
}

interface Claims {
  user: string
  ask: string
  shown: ConfirmedSecondContractFigures
  expireAtMs: number
}

/** Two that ask for the same have the same text, whatever the order of their keys and '10.0' or '10'. */
const textOf = ({ accountType, symbol, money, setId, type }: SecondContractOrderRequest): string =>
  JSON.stringify([accountType, symbol, add(money, '0'), setId, type])

export const confirmedSecondContractFiguresOf = (
  { money }: SecondContractOrderRequest,
  { seconds, odds }: SecondContractOffer,
): ConfirmedSecondContractFigures => ({
  seconds,
  odds,
  payout: secondContractWinPayout({ money, odds }),
  worstLoss: q8(money),
})

/** Odds, payout, break-even and what a coin toss would bring, signed for 15 s. Refuses what buying refuses, but for the balance, of which it warns. */
export async function previewSecondContractOrder(
  app: AppContext,
  key: Buffer,
  sql: Sql,
  visitor: SignedInUser,
  ask: SecondContractOrderRequest,
): Promise<SecondContractOrderPreview> {
  const nowMs = app.clock.now()
  const { set, quote } = requireSecondContractOfferAndQuote(app, visitor, ask, nowMs)
  await assertSecondContractOrderInterval(sql, visitor.userId, ask.accountType as AccountType, nowMs)
  await refuseTooManySecondContractOrders(sql, visitor.userId, ask.accountType)
  await assertSecondContractCapacity(sql, ask.accountType as AccountType, { money: q8(ask.money), odds: set.odds })
  const confirmed = confirmedSecondContractFiguresOf(ask, set)
  const expected = expectedCoinTossResult(ask.money, set.odds)
  const canPay =
    compareDecimals(
      await readAvailableBalance(sql, visitor.userId, ask.accountType as AccountType, secondContractStakeCurrency),
      ask.money,
    ) >= 0
  const expireAtMs = nowMs + orderPreviewExpireMs
  const claims: Claims = { user: visitor.userId, ask: textOf(ask), shown: confirmed, expireAtMs }
  return {
    action: 'second',
    lines: [
      { key: 'stake', value: confirmed.worstLoss, unit: secondContractStakeCurrency },
      { key: 'odds', value: multiply(set.odds, '100'), unit: '%' },
      { key: 'payout', value: confirmed.payout, unit: secondContractStakeCurrency },
      { key: 'breakEvenPct', value: set.breakEvenPct, unit: '%' },
      { key: 'expectedAtCoinToss', value: expected, unit: secondContractStakeCurrency },
      { key: 'worstLoss', value: confirmed.worstLoss, unit: secondContractStakeCurrency },
    ],
    fees: [],
    youPay: confirmed.worstLoss,
    payout: confirmed.payout,
    odds: set.odds,
    seconds: set.seconds,
    breakEvenPct: set.breakEvenPct,
    expectedAtCoinToss: expected,
    houseEdgePct: set.houseEdgePct,
    worstLoss: { amount: confirmed.worstLoss, currency: secondContractStakeCurrency },
    warnings: warningsOf(quote.feedMode, canPay),
    feedMode: quote.feedMode,
    confirmToken: signClaimsToken(key, kind, claims),
    expireAt: asInstant(expireAtMs),
  }
}

function warningsOf(feedMode: string, canPay: boolean): SecondContractOrderPreview['warnings'] {
  const warnings: SecondContractOrderPreview['warnings'] = [{ level: 'info', key: 'houseCounterparty' }]
  if (feedMode === 'SIM') warnings.push({ level: 'info', key: 'simulatedMarket' })
  if (!canPay) warnings.push({ level: 'warn', key: 'insufficientBalance' })
  return warnings
}

/** What was shown, if this token is ours, of this person, for this order and not expired; otherwise undefined. */
export function readSecondContractConfirmToken(
  key: Buffer,
  token: string | undefined,
  userId: string,
  ask: SecondContractOrderRequest,
  nowMs: number,
): ConfirmedSecondContractFigures | undefined {
  const claims = verifyClaimsToken(key, kind, token) as Claims | undefined
  const isTheirs = claims !== undefined && claims.user === userId && claims.ask === textOf(ask) && nowMs < claims.expireAtMs
  return isTheirs ? claims.shown : undefined
}
