import { describe, expect, it } from 'vitest'
import { asDecimal } from '#contract/decimal.ts'
import { add } from '../decimal.ts'
import { debtInterest, debtProjectInstalments, debtInterestBetween, debtRecoveryAmounts } from './debt.ts'

const d = asDecimal

describe('interest', () => {
  it('is Z1 to eight decimals', () => {
    expect(debtInterest(d('1000'), d('0.09'), 180)).toBe('44.38356164')
  })

  it('of all parts together is exactly that of the whole', () => {
    for (const principal of ['100', '333.33', '1000', '99999']) {
      const parts = debtProjectInstalments(360, 'monthly').map(({ fromDay, toDay }) =>
        debtInterestBetween(d(principal), d('0.105'), fromDay, toDay),
      )
      expect(parts).toHaveLength(12)
      expect(Number(add('0', ...parts))).toBe(Number(debtInterest(d(principal), d('0.105'), 360)))
    }
  })
})

describe('instalments', () => {
  it('are one at maturity, or every thirty days with a shorter last', () => {
    expect(debtProjectInstalments(180, 'maturity')).toEqual([{ number: 1, fromDay: 0, toDay: 180, isLast: true }])
    expect(debtProjectInstalments(75, 'monthly').map(({ fromDay, toDay, isLast }) => [fromDay, toDay, isLast])).toEqual([
      [0, 30, false],
      [30, 60, false],
      [60, 75, true],
    ])
  })
})

describe('a recovery', () => {
  const claim = { principal: d('1000'), interest: d('50') }
  it('is shared pro rata, the principal first', () => {
    expect(debtRecoveryAmounts(d('500'), claim, d('1050'), d('2100'))).toEqual({ principal: '250.00000000', interest: '0.00000000' })
    expect(debtRecoveryAmounts(d('2050'), claim, d('1050'), d('2100'))).toEqual({ principal: '1000.00000000', interest: '25.00000000' })
  })
  it('of all that is owed gives exactly that', () => {
    expect(debtRecoveryAmounts(d('3333.33333333'), claim, d('1050'), d('3333.33333333'))).toEqual({
      principal: '1000.00000000',
      interest: '50.00000000',
    })
  })
  it('never gives more in all than came in', () => {
    const shares = [1, 2, 3].map(() => debtRecoveryAmounts(d('100'), { principal: d('70'), interest: d('0') }, d('70'), d('210')))
    expect(Number(add('0', ...shares.map(({ principal }) => principal)))).toBeLessThanOrEqual(100)
  })
})
