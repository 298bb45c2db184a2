import { expect, it } from 'vitest'
import type { MarketWithPrice } from '#contract/calls/market.ts'
import { asDecimal } from '#contract/decimal.ts'
import { direction } from '#contract/states.ts'
import { noUsdtConversion } from '#rules/quote.ts'
import { suggestFirstMargin } from './firstMargin.ts'

const market = (minQty: string, qtyStep: string) =>
  ({
    contractSize: asDecimal('1'),
    feeRate: asDecimal('0.0005'),
    tick: asDecimal('0.01'),
    qtyStep: asDecimal(qtyStep),
    minQty: asDecimal(minQty),
    maxQty: asDecimal('1000000'),
    spreadBps: asDecimal('2'),
  }) as MarketWithPrice
const at = (price: string) => ({ bid: asDecimal(price), ask: asDecimal(price), conversion: noUsdtConversion })
const fund = asDecimal('100000')

it('begins with 100 USDT where the market’s smallest order allows it', () => {
  expect(suggestFirstMargin(market('0.0001', '0.0001'), { direction: direction.long, lever: 2 }, at('90000'), fund)).toBe('100')
  expect(suggestFirstMargin(market('0.0001', '0.0001'), { direction: direction.short, lever: 1 }, at('90000'), fund)).toBe('100')
})

it('goes to the next round sum for a larger smallest order', () => {
  expect(suggestFirstMargin(market('1000', '1000'), { direction: direction.long, lever: 2 }, at('1.16'), fund)).toBe('1000')
  expect(suggestFirstMargin(market('1000', '1000'), { direction: direction.long, lever: 10 }, at('1.16'), fund)).toBe('200')
})

it('proposes nothing that the money is too little for', () => {
  expect(suggestFirstMargin(market('1000', '1000'), { direction: direction.long, lever: 2 }, at('1.16'), asDecimal('500'))).toBeUndefined()
})
