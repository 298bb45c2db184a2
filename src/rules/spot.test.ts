import { expect, it } from 'vitest'
import { asDecimal as d } from '#contract/decimal.ts'
import { floorToStep, subtract } from './decimal.ts'
import { spotFill } from './spot.ts'

const [buy, sell] = [1, 2]

it('S1: 1,000 USDT at 60,006 buy 0.01664833 BTC, the fee is in the 1,000', () => {
  expect(spotFill(buy, { money: d('1000') }, d('60006.00'))).toEqual({
    quantity: '0.01664833',
    notional: '999.00000000',
    fee: '1.00000000',
    give: '1000.00000000',
    get: '0.01664833',
  })
})

it('S1 in whole steps gives 0.50166016 back', () => {
  const quantity = floorToStep('0.01664833', '0.00001')
  const fill = spotFill(buy, { quantity }, d('60006.00'))
  expect(fill).toMatchObject({ quantity: '0.01664000', notional: '998.49984000', fee: '0.99849984' })
  expect(subtract('1000', fill.give)).toBe('0.50166016')
})

it('sells with the fee taken from what comes', () => {
  expect(spotFill(sell, { quantity: d('0.01664833') }, d('59994.00'))).toEqual({
    quantity: '0.01664833',
    notional: '998.79991002',
    fee: '0.99879991',
    give: '0.01664833',
    get: '997.80111011',
  })
  expect(spotFill(sell, { money: d('500') }, d('59994.00'))).toMatchObject({ quantity: '0.00833416', notional: '499.99959504' })
})

it('never sells for nothing what it would not buy for nothing', () => {
  expect(spotFill(buy, { quantity: d('0.00000001') }, d('0.28'))).toMatchObject({ notional: '0.00000001', give: '0.00000001' })
  expect(spotFill(sell, { quantity: d('0.00000001') }, d('0.28'))).toMatchObject({ notional: '0.00000000', get: '0.00000000' })
})
