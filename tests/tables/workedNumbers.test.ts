import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Period } from '#contract/calls/market.ts'
import { asDecimal } from '#contract/decimal.ts'
import { symbols } from '#db/seed/symbols.ts'
import { crossPrice } from '#market/crosses.ts'
import { createHistory } from '#market/history.ts'
import type { SymbolSpec } from '#market/market.ts'
import { fixed, toScaled } from '#market/scaled.ts'
import { ivAt, type OptionKind, valueAt } from '#rules/option.ts'

// The worked numbers in the README are what the code works out: whoever writes another program can go by them.

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
const worked = (name: string) =>
  [...readme.matchAll(new RegExp(`^(${name}.*) → (.*)$`, 'gm'))].map(([, asked = '', given = '']) => ({ asked, given }))

it('prices of options', () => {
  const lines = worked('option')
  expect(lines).toHaveLength(2)
  for (const { asked, given } of lines) {
    const [, cp, strike, seconds, price, iv, skew] = /^option ([CP]) (\S+) (\d+) s, price (\S+), iv (\S+) skew (\S+)$/.exec(asked)!
    const [mid, at] = [asDecimal(price!), asDecimal(strike!)]
    const own = ivAt({ iv: asDecimal(iv!), skew: asDecimal(skew!) }, at, mid)
    const value = valueAt({ cp: cp as OptionKind, strike: at, secondsLeft: Number(seconds) }, own, mid)
    expect(`iv ${value.iv} fair ${value.fair} ask ${value.ask} bid ${value.bid}`).toBe(given)
  }
})

it('prices of crosses', () => {
  const lines = worked('cross')
  expect(lines).toHaveLength(2)
  for (const { asked, given } of lines) {
    const [, a, by, b] = asked.split(' ')
    expect(fixed(crossPrice(by === '×' ? 'multiply' : 'divide', toScaled(a!), toScaled(b!)), 10)).toBe(given)
  }
})

it('generated bars', () => {
  const genesisSec = 1_795_190_400
  const specs: readonly SymbolSpec[] = symbols
  const lines = worked('BTCUSDT')
  expect(lines).toHaveLength(4)
  for (const { asked, given } of lines) {
    const [symbol, period, openSec] = asked.split(' ')
    const history = createHistory(specs.find((spec) => spec.symbol === symbol)!, genesisSec)
    const bar = history.bar(period as Period, Number(openSec))!
    expect([bar.open, bar.high, bar.low, bar.close].map((value) => fixed(value, 10)).join(' ')).toBe(given)
  }
})
