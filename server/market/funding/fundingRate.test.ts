import { expect, it } from 'vitest'
import { simFundingRate } from './fundingRate.ts'
import { annualOvernightRates } from './overnightRate.ts'

it('draws the published vector (docs/rules/prices.md)', () => {
  const seed = Buffer.alloc(32)
  seed[31] = 1
  expect([62333, 62334, 62335].map((n) => simFundingRate(seed, 'BTCUSDT', n * 28_800))).toEqual(['-0.0001016', '-0.0000071', '0.0001125'])
})

it('charges gold as in example C8, and both sides the same admin rate', () => {
  expect(annualOvernightRates({ base: 'XAU', quote: 'USD' })).toEqual({ long: '0.058', short: '-0.042' })
  expect(annualOvernightRates({ base: 'USD', quote: 'JPY' })).toEqual({ long: '-0.029', short: '0.045' })
})
