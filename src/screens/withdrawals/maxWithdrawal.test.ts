import { expect, it } from 'vitest'
import { asDecimal } from '#contract/decimal.ts'
import { maxWithdrawal } from './maxWithdrawal.ts'

const most = (available: string, left: string, youngLeft: string, isYoung: boolean, currency = 'USDT') =>
  maxWithdrawal({
    available: asDecimal(available),
    currency,
    isYoung,
    allowance: { leftUsdt: asDecimal(left), youngLeftUsdt: asDecimal(youngLeft) },
  })

it('is what is there, as long as the day allows it', () => {
  expect(most('300', '5000', '1000', false)).toBe('300')
  expect(most('7000', '4200.5', '1000', false)).toBe('4200.5')
})

it('stays below what new addresses can have in a day', () => {
  expect(most('7000', '5000', '1000', true)).toBe('999.99')
  expect(most('7000', '5000', '400.5', true)).toBe('400.49')
  expect(most('120', '5000', '1000', true)).toBe('120')
  expect(most('7000', '50', '1000', true)).toBe('50')
  expect(most('7000', '5000', '0', true)).toBe('0')
})

it('leaves other currencies to the server, and everything while the limits are not known', () => {
  expect(most('2', '50', '1000', true, 'BTC')).toBe('2')
  expect(maxWithdrawal({ available: asDecimal('300'), currency: 'USDT', isYoung: true, allowance: undefined })).toBe('300')
})
