import { expect, test } from 'vitest'
import { asDecimal } from '#contract/decimal.ts'
import { listUnpricedCurrencies } from './unpricedCurrencies.ts'

const line = (currency: string, balance: string, price: string | null) => ({
  currency,
  balance: asDecimal(balance),
  usdtValue: asDecimal('0'),
  price: price === null ? null : asDecimal(price),
  priceAgeMs: null,
})

test('names what a total is without, and nothing of which there is none', () => {
  expect(
    listUnpricedCurrencies({
      list: [
        line('USDT', '0.00000000', '1'),
        line('KRW', '5000000.00000000', null),
        line('VND', '0.00000000', null),
        line('TIDE', '0.1', null),
      ],
    }),
  ).toEqual(['KRW', 'TIDE'])
})
