import { expect, it } from 'vitest'
import { formatLevelPercent } from './percent.ts'

it.each([
  ['0', '0%'],
  ['0.05', '5%'],
  ['0.3', '30%'],
  ['0.125', '12.5%'],
  ['1', '100%'],
])('%s is %s', (fraction, words) => expect(formatLevelPercent(fraction)).toBe(words))
