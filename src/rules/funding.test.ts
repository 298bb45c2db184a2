import { describe, expect, it } from 'vitest'
import { asDecimal } from '#contract/decimal.ts'
import { instantToWireTime } from '#contract/time.ts'
import {
  longAndShortFundingRates,
  holdingChargeUsdt,
  holdingChargePerDayUsdt,
  nextHoldingChargeSec,
  overnightChargeNights,
} from './funding.ts'
import { noUsdtConversion } from './quote.ts'

const d = asDecimal
const held = (quantity: string, direction = 1) => ({ direction, quantity: d(quantity), contractSize: d('1'), conversion: noUsdtConversion })

describe('charges, docs/rules/contracts.md', () => {
  it('C6: funding of 0.01 % on 0.1 BTC at 60,000 is paid by the long and received by the short', () => {
    const rate = { kind: 'funding', nights: 1, ...longAndShortFundingRates(d('0.0001')) } as const
    expect(holdingChargeUsdt(held('0.1'), d('60000'), rate)).toBe('0.60000000')
    expect(holdingChargeUsdt(held('0.1', 2), d('60000'), rate)).toBe('-0.60000000')
    expect(holdingChargePerDayUsdt(held('0.1'), d('60000'), rate)).toBe('1.80000000')
  })

  it('C8: a night of 2 oz of gold at 4,050, 5.8 % a year, and Wednesday’s three', () => {
    const rate = { kind: 'overnight', nights: 1, long: d('0.058'), short: d('-0.042') } as const
    expect(holdingChargeUsdt(held('2'), d('4050'), rate)).toBe('1.28712328')
    expect(holdingChargeUsdt(held('2'), d('4050'), { ...rate, nights: 3 })).toBe('3.86136986')
    expect(holdingChargePerDayUsdt(held('2'), d('4050'), { ...rate, nights: 3 })).toBe('1.28712328')
  })
})

describe('moments', () => {
  const week = (category: 'crypto' | 'metal', from: string) => {
    let sec = Date.parse(`${from}T00:00:00+08:00`) / 1000
    const end = sec + 7 * 86_400
    const found: string[] = []
    while ((sec = nextHoldingChargeSec(category, sec)) < end) found.push(`${instantToWireTime(sec * 1000)} ${overnightChargeNights(sec)}`)
    return found
  }
  it('of crypto: 08:00, 16:00, 24:00 UTC+8, and never the same second again', () => {
    expect(
      week('crypto', '2026-11-23')
        .slice(0, 4)
        .map((text) => text.slice(0, 19)),
    ).toEqual(['2026-11-23 08:00:00', '2026-11-23 16:00:00', '2026-11-24 00:00:00', '2026-11-24 08:00:00'])
  })
  it('of metals and forex: five cut-offs a week that charge seven nights', () => {
    // 2026-11-23 is a Monday.
    expect(week('metal', '2026-11-23')).toEqual([
      '2026-11-24 05:00:00 1',
      '2026-11-25 05:00:00 3',
      '2026-11-26 05:00:00 1',
      '2026-11-27 05:00:00 1',
      '2026-11-28 05:00:00 1',
    ])
  })
})
