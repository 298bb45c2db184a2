import { expect, it } from 'vitest'
import { asDecimal } from '#contract/decimal.ts'
import { add } from '#rules/decimal.ts'
import { debtRemainingToRaise, computeDebtRepaymentPlan } from './repaymentPlan.ts'

const thousand = asDecimal('1000')

it('owes all at the end of a project that repays then (vector Z1)', () =>
  expect(computeDebtRepaymentPlan(thousand, { annualRate: asDecimal('0.09'), repay: 'maturity' }, 180)).toEqual({
    repayments: [{ number: 1, day: 180, interest: '44.38356164', principal: '1000' }],
    interest: '44.38356164',
    total: '1044.38356164',
  }))

it('owes interest each 30 days and the money with the last, and the parts are exactly the whole', () => {
  const { repayments, interest } = computeDebtRepaymentPlan(thousand, { annualRate: asDecimal('0.105'), repay: 'monthly' }, 360)
  expect(repayments.map(({ day }) => day)).toEqual([30, 60, 90, 120, 150, 180, 210, 240, 270, 300, 330, 360])
  expect(repayments.map(({ principal }) => principal).filter((one) => one !== '0')).toEqual(['1000'])
  expect(repayments.at(-1)?.principal).toBe('1000')
  expect(Number(repayments.map((one) => one.interest).reduce((sum, one) => add(sum, one)))).toBe(Number(interest))
})

it('misses nothing of a target that is reached', () => {
  expect(debtRemainingToRaise({ target: asDecimal('50000'), raised: asDecimal('49900') })).toBe('100.00000000')
  expect(Number(debtRemainingToRaise({ target: asDecimal('50000'), raised: asDecimal('50000') }))).toBe(0)
})
