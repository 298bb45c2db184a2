import { assert, constantFrom, integer, property, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asDecimal } from '#contract/decimal.ts'
import { secondContractWinPayout, findPriceRecordWithinGrace, computeSecondContractOutcome } from './secondContract.ts'
import { secondContractBreakEvenPct, expectedCoinTossResult, houseEdgePct } from './secondOdds.ts'

const d = asDecimal
const up = { type: 1, money: d('100'), odds: d('0.85') }
const at = (price: string, sec = 1) => ({ sec, price: d(price) })

describe('second contracts, docs/rules/timed-contracts.md', () => {
  it('B1: stake 100 at 0.85', () => {
    expect(computeSecondContractOutcome(up, at('60000'), at('60001'))).toEqual({ result: 1, payout: '185.00000000' })
    expect(computeSecondContractOutcome(up, at('60000'), at('60000'))).toEqual({ result: 3, payout: '100.00000000' })
    expect(computeSecondContractOutcome(up, at('60000'), at('59999'))).toEqual({ result: 2, payout: '0.00000000' })
    expect(computeSecondContractOutcome({ ...up, type: 2 }, at('60000'), at('59999'))).toEqual({ result: 1, payout: '185.00000000' })
    expect(secondContractBreakEvenPct(up.odds)).toBe('54.054')
    expect(expectedCoinTossResult(up.money, up.odds)).toBe('-7.500')
    expect(houseEdgePct(up.odds)).toBe('7.500')
  })

  it('B2: the tenth decimal decides', () => {
    const open = at('60000.1234567890')
    expect(computeSecondContractOutcome(up, open, at('60000.1234567890')).result).toBe(3)
    expect(computeSecondContractOutcome(up, open, at('60000.123456789')).result).toBe(3)
    expect(computeSecondContractOutcome(up, open, at('60000.1234567891')).result).toBe(1)
    expect(computeSecondContractOutcome({ ...up, type: 2 }, open, at('60000.1234567891')).result).toBe(2)
  })

  it('a price that does not exist gives the stake back', () => {
    expect(computeSecondContractOutcome(up, undefined, at('1'))).toEqual({ result: 4, payout: '100.00000000' })
    expect(computeSecondContractOutcome(up, at('1'), undefined)).toEqual({ result: 4, payout: '100.00000000' })
  })

  it('a missing second is looked for two seconds further on, no more', () => {
    expect(findPriceRecordWithinGrace([at('3', 12), at('1', 10), at('2', 11)], 10)?.price).toBe('1')
    expect(findPriceRecordWithinGrace([at('3', 12), at('2', 11)], 10)?.price).toBe('2')
    expect(findPriceRecordWithinGrace([at('3', 12)], 10)?.price).toBe('3')
    expect(findPriceRecordWithinGrace([at('4', 13), at('0', 9)], 10)).toBeUndefined()
  })

  it('whatever the order, up and down are paid by the same rule, and one of them loses unless it is a tie', () => {
    const aCase = record({
      cents: integer({ min: 1000, max: 500_000 }),
      odds: constantFrom('0.80', '0.82', '0.83', '0.85', '0.88'),
      from: integer({ min: 1, max: 50 }),
      to: integer({ min: 1, max: 50 }),
    })
    assert(
      property(aCase, ({ cents, odds, from, to }) => {
        const order = { money: d((cents / 100).toFixed(2)), odds: d(odds) }
        const results = [1, 2].map((type) => computeSecondContractOutcome({ ...order, type }, at(String(from)), at(String(to))))
        if (from === to) return results.every(({ result, payout }) => result === 3 && Number(payout) === Number(order.money))
        const [won, lost] = results.toSorted((a, b) => a.result - b.result)
        return won?.result === 1 && lost?.result === 2 && won.payout === secondContractWinPayout(order) && lost.payout === '0.00000000'
      }),
    )
  })
})
