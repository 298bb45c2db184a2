import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { CandlePeriod } from '#contract/calls/market.ts'
import { asDecimal } from '#contract/decimal.ts'
import { symbolSeeds } from '#db/seed/symbols.ts'
import { crossPrice } from '#rules/sim/markets.ts'
import { createGeneratedHistory } from '#market/candles/history.ts'
import type { SymbolSpec } from '#market/market.ts'
import { formatScaledPrice, toScaledPrice } from '#rules/scaled.ts'
import { longAndShortFundingRates, holdingChargeUsdt, areHoldingChargeInputsTimely } from '#rules/funding.ts'
import { impliedVolatilityAt, type OptionKind, optionValueOf } from '#rules/option/option.ts'
import { noUsdtConversion } from '#rules/quote.ts'

// The worked numbers in docs/rules/worked-numbers.md are what the code works out: whoever writes another program can go by them.

const readme = readFileSync(new URL('../../docs/rules/worked-numbers.md', import.meta.url), 'utf8')
const worked = (name: string) =>
  [...readme.matchAll(new RegExp(`^(${name}.*) → (.*)$`, 'gm'))].map(([, asked = '', given = '']) => ({ asked, given }))

it('prices of options', () => {
  const lines = worked('option')
  expect(lines).toHaveLength(2)
  for (const { asked, given } of lines) {
    const [, cp, strike, seconds, price, iv, skew] = /^option ([CP]) (\S+) (\d+) s, price (\S+), iv (\S+) skew (\S+)$/.exec(asked)!
    const [mid, at] = [asDecimal(price!), asDecimal(strike!)]
    const own = impliedVolatilityAt({ iv: asDecimal(iv!), skew: asDecimal(skew!) }, at, mid)
    const value = optionValueOf({ cp: cp as OptionKind, strike: at, secondsLeft: Number(seconds) }, own, mid)
    expect(`iv ${value.iv} fair ${value.fair} ask ${value.ask} bid ${value.bid}`).toBe(given)
  }
})

it('funding', () => {
  const lines = worked('funding')
  expect(lines).toHaveLength(4)
  const shape = /^funding (long|short) (\S+) due (\d+), rate (\S+) of (\d+), price (\S+) of (\d+)$/
  for (const { asked, given } of lines) {
    const [, side, quantity, due, rate, rateSec, price, priceSec] = shape.exec(asked)!
    const held = {
      direction: side === 'long' ? 1 : 2,
      quantity: asDecimal(quantity!),
      contractSize: asDecimal('1'),
      conversion: noUsdtConversion,
    }
    const cost = holdingChargeUsdt(held, asDecimal(price!), { kind: 'funding', nights: 1, ...longAndShortFundingRates(asDecimal(rate!)) })
    expect(areHoldingChargeInputsTimely('funding', Number(due), Number(priceSec), Number(rateSec)) ? cost : 'nothing').toBe(given)
  }
})

it('prices of crosses', () => {
  const lines = worked('cross')
  expect(lines).toHaveLength(2)
  for (const { asked, given } of lines) {
    const [, a, by, b] = asked.split(' ')
    expect(formatScaledPrice(crossPrice(by === '×' ? 'multiply' : 'divide', toScaledPrice(a!), toScaledPrice(b!)), 10)).toBe(given)
  }
})

it('generated bars', () => {
  const genesisSec = 1_795_190_400
  const specs: readonly SymbolSpec[] = symbolSeeds
  const lines = worked('BTCUSDT')
  expect(lines).toHaveLength(4)
  for (const { asked, given } of lines) {
    const [symbol, period, openSec] = asked.split(' ')
    const history = createGeneratedHistory(specs.find((spec) => spec.symbol === symbol)!, genesisSec)
    const bar = history.bar(period as CandlePeriod, Number(openSec))!
    expect([bar.open, bar.high, bar.low, bar.close].map((value) => formatScaledPrice(value, 10)).join(' ')).toBe(given)
  }
})
