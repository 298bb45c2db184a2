import { expect, it } from 'vitest'
import { leverageCap, defaultTicketLeverage } from './leverage.ts'

const caps = { strict: 2, intl: 20, newUser: 5 }
const day = 86_400_000

it.each([
  ['EEA', 31 * day, 2],
  ['EEA', 0, 2],
  ['UK', 31 * day, 2],
  ['ASIA', 31 * day, 20],
  ['ASIA', 30 * day - 1, 5],
  ['ASIA', 30 * day, 20],
])('%s at %i ms of age may use %i×', (country, age, cap) => expect(leverageCap(caps, country, age)).toBe(cap))

it('starts at 2, below the cap, and never below 1', () => {
  expect([1, 2, 3, 5, 20].map(defaultTicketLeverage)).toEqual([1, 1, 2, 2, 2])
})
