import { expect, it } from 'vitest'
import { askew, byExpiry, type Earned, earnedBy, oneForAll, optionStrategies, statedSpread } from '../bench/optionStrategies.ts'

// Options on simulated markets, bought by what is known to everybody, over always the same 30 weeks by the rule `sim2`: nobody gains by a plan,
// and nobody loses much more than the spread that is stated. More weeks: `npm run bench options`.

const paths = 210
const errors = 3

/** Of 100 paid, before the fee: what is lost beyond twice the stated spread. */
const isRobbed = ({ strategy, beforeFee, error }: Earned & { strategy: string }): boolean =>
  beforeFee + errors * error < -2 * statedSpread(strategy)
const gains = ({ afterFee, error }: Earned): boolean => afterFee > errors * error
const shown = ({ strategy, symbol, count, beforeFee, afterFee, error }: Earned & { strategy: string; symbol: string }): string =>
  `${symbol} ${strategy}: ${beforeFee.toFixed(2)}, after the fee ${afterFee.toFixed(2)} ± ${error.toFixed(2)} (${count} times)`

it('no plan earns anything after spread and fee, and none costs much more than the spread', () => {
  const earned = [...earnedBy(paths, byExpiry).values()]
  expect(new Set(earned.map(({ strategy }) => strategy))).toEqual(new Set(Object.keys(optionStrategies)))
  expect(earned.filter(gains).map(shown)).toEqual([])
  expect(earned.filter(isRobbed).map(shown)).toEqual([])
})

it('one volatility for all expiries would take several times the spread', () => {
  const names = ['an hour before the end, held', 'before the session ends for the weekend, sold when it begins']
  const robbed = [...earnedBy(paths, oneForAll, names).values()].filter(isRobbed)
  expect(robbed.map(({ symbol, strategy }) => `${symbol} ${strategy}`)).toEqual(
    expect.arrayContaining([`BTCUSDT ${names[0]}`, `ETHUSDT ${names[0]}`, `XAUUSD ${names[1]}`]),
  )
})

it('less for strikes above the price would give them away, and take it from those below', () => {
  const [high, low] = ['highest strike to the last expiry, held', 'lowest strike to the last expiry, held']
  const earned = earnedBy(paths, askew, [high, low])
  const gold = earned.get(`XAUUSD ${high}`)!
  expect(gold.beforeFee).toBeGreaterThan(errors * gold.error)
  expect(isRobbed(earned.get(`XAUUSD ${low}`)!)).toBe(true)
})
