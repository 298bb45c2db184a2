import type { Decimal } from '#contract/decimal.ts'
import { add, divide, multiply, subtract, truncate } from '../decimal.ts'

/** The markets that second contracts are sold on (docs/rules/seed-data.md). */
export const secondContractSymbols: readonly string[] = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'XAUUSD', 'EURUSD', 'USDJPY']

/** How often one must be right to lose nothing, in percent: 100 / (1 + odds), three decimals. */
export const secondContractBreakEvenPct = (odds: Decimal): Decimal => truncate(divide('100', add('1', odds)), 3)

/** What a coin toss loses of every 100 staked, on average: 50 × (1 − odds), three decimals. */
export const houseEdgePct = (odds: Decimal): Decimal => truncate(multiply('50', subtract('1', odds)), 3)

/** What this stake would bring on average if it were a coin toss; negative. Three decimals. */
export const expectedCoinTossResult = (money: Decimal, odds: Decimal): Decimal => truncate(multiply(money, subtract(odds, '1'), '0.5'), 3)
