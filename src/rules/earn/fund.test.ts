import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { add, compareDecimals, multiply, subtract } from '../decimal.ts'
import {
  type MarketClosesOfServerDay,
  fundCloseSeriesFrom,
  advanceQuantFundDay,
  quantFundRules,
  quantFundRulesVersion,
  simulateQuantFund,
  initialQuantFundState,
  rescaleFundNavs,
} from './fund.ts'
import { fundUnitsCostBasis, fundUnitsForMoney, fundUnitsValue } from './fundUnits.ts'
import { addServerDays } from '../serverDay.ts'

const d = asDecimal
const fifth = d('0.2')
const gold = quantFundRules['goldTrend']!
const balanced = quantFundRules['balanced3']!

const days = (count: number, of: (n: number) => Record<string, string>): MarketClosesOfServerDay[] =>
  Array.from({ length: count }, (_, n) => ({ day: addServerDays('2026-01-01', n), closes: of(n) as Record<string, Decimal> }))

describe('units', () => {
  it('are those of vector A5', () => {
    const units = fundUnitsForMoney(d('1000'), d('1.0234'))
    expect(units).toBe('977.13504006')
    expect(fundUnitsValue(units, d('0.9950'))).toBe('972.24936485')
    expect(subtract(fundUnitsValue(units, d('0.9950')), '1000')).toBe('-27.75063515')
  })

  it('take their part of the cost with them, and the last all that is left', () => {
    expect(fundUnitsCostBasis(d('1000.00000000'), d('300'), d('977.13504006'))).toBe('307.02000000')
    expect(fundUnitsCostBasis(d('692.98000000'), d('677.13504006'), d('677.13504006'))).toBe('692.98000000')
  })
})

describe('a unit', () => {
  it('stays cash until there are enough closes, then buys at the close and pays for it', () => {
    const rising = days(61, (n) => ({ XAUUSD: String(4000 + n) }))
    const before = simulateQuantFund(gold, fifth, initialQuantFundState(d('1')), rising.slice(0, 59))
    expect(new Set(before.map(({ nav, cash }) => `${nav} ${cash}`))).toEqual(new Set(['1.00000000 1']))
    const after = simulateQuantFund(gold, fifth, initialQuantFundState(d('1')), rising)
    expect(after[59]).toMatchObject({ nav: '0.99949999', cash: '0', fee: '0.000000000000000000' })
    expect(after[59]?.held['XAUUSD']).toBe('0.000246242916974624')
    // The next day it is worth its gold, and below its high nothing is ours.
    expect(after[60]).toMatchObject({ nav: '0.99974624', high: '1' })
  })

  it('gives a fifth of what is above its high, once, and nothing on the way back up', () => {
    const own = { nav: d('1.1'), high: d('1.1'), cash: d('0.1'), held: { XAUUSD: d('0.00025') } }
    const closes = (price: string) => ({ XAUUSD: { series: [d(price)], isTraded: false } })
    const risen = advanceQuantFundDay(gold, fifth, own, closes('4400'))
    // 1.2 gross, 0.1 above the high: 0.02 is ours.
    expect(risen).toMatchObject({ gross: '1.2', fee: '0.020000000000000000', nav: '1.17999999', high: '1.18' })
    expect(risen.cash).toBe('0.098333333333333333')
    const fallen = advanceQuantFundDay(gold, fifth, risen, closes('4000'))
    expect(fallen).toMatchObject({ fee: '0.000000000000000000', high: '1.18' })
    const back = advanceQuantFundDay(gold, fifth, fallen, closes('4400'))
    expect(back).toMatchObject({ nav: '1.17999999', fee: '0.000000000000000000', high: '1.18' })
    const higher = advanceQuantFundDay(gold, fifth, back, closes('4401'))
    expect(compareDecimals(higher.fee, '0')).toBe(1)
    expect(compareDecimals(subtract(higher.nav, back.nav), '0')).toBe(1)
  })

  it('sells when the averages turn, and holds what does not trade', () => {
    // Up for sixty days, then down; no gold on every seventh day.
    const path = days(160, (n) => (n % 7 === 6 ? {} : { XAUUSD: String(n < 80 ? 4000 + 3 * n : 4237 - 5 * (n - 80)) }))
    const all = simulateQuantFund(gold, fifth, initialQuantFundState(d('1')), path)
    const isIn = all.map(({ held }) => compareDecimals(held['XAUUSD'] ?? '0', '0') > 0)
    const [bought, sold] = [isIn.indexOf(true), isIn.lastIndexOf(true) + 1]
    expect([bought, sold].map((n) => path[n]?.closes['XAUUSD'] !== undefined)).toEqual([true, true])
    expect(bought).toBeGreaterThan(60)
    expect(sold).toBeLessThan(159)
    expect(new Set(isIn.slice(bought, sold))).toEqual(new Set([true]))
    expect(new Set(all.slice(sold).map(({ nav }) => nav)).size).toBe(1)
  })

  it('never spends what it does not have', () => {
    const wild = days(300, (n) => ({
      BTCUSDT: String(90000 + ((n * 7919) % 20000)),
      ETHUSDT: String(3000 + ((n * 104729) % 900)),
      ...(n % 7 < 5 ? { XAUUSD: String(4000 + ((n * 31) % 300)) } : {}),
    }))
    const all = simulateQuantFund(balanced, fifth, initialQuantFundState(d('1')), wild)
    for (const { cash, held, nav } of all) {
      for (const amount of [cash, ...Object.values(held)]) expect(compareDecimals(amount, '0')).toBeGreaterThanOrEqual(0)
      expect(compareDecimals(nav, '0')).toBe(1)
    }
    // What is held and what is cash is the value, to the last day.
    const last = all.at(-1)!
    const closes = fundCloseSeriesFrom(balanced, wild)
    const sum = balanced.assets.reduce(
      (total, { symbol }) => add(total, multiply(last.held[symbol]!, closes[symbol]!.series.at(-1)!)),
      last.cash,
    )
    expect(fundUnitsValue(d('1'), sum)).toBe(last.nav)
    expect(new Set(all.map(({ nav }) => nav)).size).toBeGreaterThan(100)
  })

  it('is the same from whichever day one goes on', () => {
    const path = days(260, (n) => ({ XAUUSD: String(4000 + ((n * 37) % 210)) }))
    const all = simulateQuantFund(gold, fifth, initialQuantFundState(d('1')), path)
    const again = advanceQuantFundDay(gold, fifth, all[258]!, fundCloseSeriesFrom(gold, path.slice(140)))
    expect(again).toEqual(all[259])
  })

  it('ends a back-test where the fund begins', () => {
    const path = days(120, (n) => ({ XAUUSD: String(4000 + n) }))
    const scaled = rescaleFundNavs(simulateQuantFund(gold, fifth, initialQuantFundState(d('1')), path), d('1'))
    expect(scaled.at(-1)).toBe('1.00000000')
    expect(compareDecimals(scaled[0]!, '1')).toBe(-1)
  })
})

describe('the version of the rules', () => {
  it('is that of rules which give these unit values: whoever changes what they give changes the version too', () => {
    const wave = (n: number, base: number, height: number, length: number) =>
      (base * (1 + height * Math.sin(n / length) + n / 5000)).toFixed(2)
    const closes = days(400, (n) => ({
      ...(n % 7 < 5 && { XAUUSD: wave(n, 4000, 0.07, 23) }),
      BTCUSDT: wave(n, 90_000, 0.2, 31),
      ETHUSDT: wave(n, 3000, 0.25, 17),
    }))
    const given = Object.entries(quantFundRules).map(([name, rule]) => {
      const units = simulateQuantFund(rule, fifth, initialQuantFundState(d('1')), closes)
      const figures = units.map(({ nav, high, cash, gross, fee, held }) => [nav, high, cash, gross, fee, held])
      return [name, units.at(-1)?.nav, createHash('sha256').update(JSON.stringify(figures)).digest('hex')]
    })
    expect([quantFundRulesVersion, ...given]).toEqual([
      '7d05c4ca71b71c34869255d55fd50d526cfd6e3327475ba8ccbb4796604cc545',
      ['goldTrend', '1.00055777', 'dc1c6bb9c265ef28a41deb93a532a512db63b6bc9e5f14937ed7c22023b4ebad'],
      ['balanced3', '1.14941080', '8338fc291b1c1cccfae791db0ea1bde29f068be81169951b252c0efec53043e9'],
    ])
  })
})
