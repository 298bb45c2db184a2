import { describe, expect, it } from 'vitest'
import { asDecimal } from '#contract/decimal.ts'
import { multiply, q8 } from '../decimal.ts'
import { isMiningLoss, miningMachineDailyOutput, miningPaybackDays } from './mining.ts'

const d = asDecimal
const keel = { hashrate: d('200'), powerW: d('3500'), kwhPrice: d('0.06'), coinPrice: d('90000') }

describe('a machine’s day', () => {
  it('is M1 to eight decimals, with its payback', () => {
    const day = miningMachineDailyOutput({ ...keel, hashprice: d('0.00000052') })
    expect(day).toEqual({ gross: '0.00010400', power: '0.00005600', net: '0.00004800' })
    const usdt = q8(multiply(day.net, '90000'))
    expect(usdt).toBe('4.32000000')
    expect(miningPaybackDays(d('2800'), usdt)).toBe(649)
    expect(q8(multiply(usdt, '1080'))).toBe('4665.60000000')
    expect(isMiningLoss(649, 1080)).toBe(false)
    expect(isMiningLoss(1081, 1080)).toBe(true)
  })

  it('is idle in M2: nothing comes in and nothing is owed', () => {
    const day = miningMachineDailyOutput({ ...keel, hashprice: d('0.00000025') })
    expect(day).toEqual({ gross: '0.00005000', power: '0.00005600', net: '0.00000000' })
    expect(miningPaybackDays(d('2800'), day.net)).toBeNull()
    expect(isMiningLoss(null, 1080)).toBe(true)
  })

  it('charges no power where the coin has no price', () => {
    expect(miningMachineDailyOutput({ ...keel, hashprice: d('0.00000052'), coinPrice: undefined }).net).toBe('0.00010400')
  })

  it('counts a payback that comes out even as so many days', () => {
    expect(miningPaybackDays(d('2800'), d('4'))).toBe(700)
    expect(miningPaybackDays(d('2800'), d('3.9999'))).toBe(701)
  })
})
