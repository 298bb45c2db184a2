import type { RewardTask } from '#contract/calls/benefits.ts'
import { asDecimal } from '#contract/decimal.ts'

const voucher = (amount: string): RewardTask['reward'] => ({ kind: 'voucher', amount: asDecimal(amount) })
const demo = (amount: string): RewardTask['reward'] => ({ kind: 'demo', amount: asDecimal(amount) })

/** What each task brings, USDT (docs/rules/seed-data.md). None of them is depositing, trading much or losing. */
export const taskRewards: Record<RewardTask['id'], RewardTask['reward']> = {
  readPrices: voucher('1'),
  riskQuiz: demo('10000'),
  secondFactor: voucher('2'),
  verifySettlement: voucher('1'),
  setLimit: voucher('1'),
  demoStop: demo('5000'),
  basicKyc: voucher('3'),
}
