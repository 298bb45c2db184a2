import type { Visitor } from '#account/visitor.ts'
import type { SecondAsk, SecondPreview, SecondSet } from '#contract/calls/secondContracts.ts'
import { previewExpireMs } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { asInstant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { available, type Book } from '#ledger/ledger.ts'
import { add, compare, multiply, q8 } from '#rules/decimal.ts'
import { payoutOf } from '#rules/secondContract.ts'
import { expectedAtCoinToss } from '#rules/secondOdds.ts'
import type { House } from '../house.ts'
import { readText, signText } from '../signedText.ts'
import { readAsk, refuseTooMany, stakeCurrency } from './ask.ts'
import { refuseHaste } from './haste.ts'
import { refuseCapacity } from './capacity.ts'

const kind = 'ct2'

/** Every number that the person agreed to. */
export interface Shown {
  seconds: number
  odds: Decimal
  payout: Decimal
  worstLoss: Decimal
}

interface Claims {
  user: string
  ask: string
  shown: Shown
  expireAtMs: number
}

/** Two that ask for the same have the same text, whatever the order of their keys and '10.0' or '10'. */
const textOf = ({ accountType, symbol, money, setId, type }: SecondAsk): string =>
  JSON.stringify([accountType, symbol, add(money, '0'), setId, type])

export const shownOf = ({ money }: SecondAsk, { seconds, odds }: SecondSet): Shown => ({
  seconds,
  odds,
  payout: payoutOf({ money, odds }),
  worstLoss: q8(money),
})

/** Odds, payout, break-even and what a coin toss would bring, signed for 15 s. Refuses what buying refuses, but for the balance, of which it warns. */
export async function makePreview(house: House, key: Buffer, sql: Sql, visitor: Visitor, ask: SecondAsk): Promise<SecondPreview> {
  const nowMs = house.clock.now()
  const { set, quote } = readAsk(house, visitor, ask, nowMs)
  await refuseHaste(sql, visitor.userId, ask.accountType as Book, nowMs)
  await refuseTooMany(sql, visitor.userId, ask.accountType)
  await refuseCapacity(sql, ask.accountType as Book, { money: q8(ask.money), odds: set.odds })
  const shown = shownOf(ask, set)
  const expected = expectedAtCoinToss(ask.money, set.odds)
  const canPay = compare(await available(sql, visitor.userId, ask.accountType as Book, stakeCurrency), ask.money) >= 0
  const expireAtMs = nowMs + previewExpireMs
  const claims: Claims = { user: visitor.userId, ask: textOf(ask), shown, expireAtMs }
  return {
    action: 'second',
    lines: [
      { key: 'stake', value: shown.worstLoss, unit: stakeCurrency },
      { key: 'odds', value: multiply(set.odds, '100'), unit: '%' },
      { key: 'payout', value: shown.payout, unit: stakeCurrency },
      { key: 'breakEvenPct', value: set.breakEvenPct, unit: '%' },
      { key: 'expectedAtCoinToss', value: expected, unit: stakeCurrency },
      { key: 'worstLoss', value: shown.worstLoss, unit: stakeCurrency },
    ],
    fees: [],
    youPay: shown.worstLoss,
    payout: shown.payout,
    odds: set.odds,
    seconds: set.seconds,
    breakEvenPct: set.breakEvenPct,
    expectedAtCoinToss: expected,
    houseEdgePct: set.houseEdgePct,
    worstLoss: { amount: shown.worstLoss, currency: stakeCurrency },
    warnings: warningsOf(quote.feedMode, canPay),
    feedMode: quote.feedMode,
    confirmToken: signText(key, kind, claims),
    expireAt: asInstant(expireAtMs),
  }
}

function warningsOf(feedMode: string, canPay: boolean): SecondPreview['warnings'] {
  const warnings: SecondPreview['warnings'] = [{ level: 'info', key: 'houseCounterparty' }]
  if (feedMode === 'SIM') warnings.push({ level: 'info', key: 'simulatedMarket' })
  if (!canPay) warnings.push({ level: 'warn', key: 'insufficientBalance' })
  return warnings
}

/** What was shown, if this token is ours, of this person, for this order and not expired; otherwise undefined. */
export function readShown(key: Buffer, token: string | undefined, userId: string, ask: SecondAsk, nowMs: number): Shown | undefined {
  const claims = readText(key, kind, token) as Claims | undefined
  const isTheirs = claims !== undefined && claims.user === userId && claims.ask === textOf(ask) && nowMs < claims.expireAtMs
  return isTheirs ? claims.shown : undefined
}
