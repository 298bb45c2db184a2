import { expect, it } from 'vitest'
import { formatIeoCost } from './costText.ts'

it('says money whole, or with two digits or more after the point', () => {
  expect(['2000.00000000', '293.4', '184.68', '0.005', '0', '1234.5'].map(formatIeoCost)).toEqual([
    '2,000',
    '293.40',
    '184.68',
    '0.005',
    '0',
    '1,234.50',
  ])
})
