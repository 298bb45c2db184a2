import { expect, it } from 'vitest'
import { asDecimal } from '#contract/decimal.ts'
import { termsOfReleaseExceptWithdrawals } from '#server/terms/termsOfRelease.ts'
import { publishedTermAreaLabels, publishedTermLabels, formatPublishedTermValue } from './termWords.ts'

it('writes values as their names say', () => {
  const text = (name: string, value: string) => formatPublishedTermValue(name, asDecimal(value))
  expect([
    text('feeRate', '0.0005'),
    text('odds', '0.8'),
    text('maxLever', '20'),
    text('spreadBps', '1.5'),
    text('min', '100'),
    text('fee', '0.00050000'),
    text('callLtv', '1'),
    formatPublishedTermValue('odds', null),
  ]).toEqual(['0.05%', '80%', '20 ×', '1.5', '100', '0.0005', '100%', '—'])
})

it('has words for every term of the release', () => {
  const terms = termsOfReleaseExceptWithdrawals()
  expect(terms.filter(({ area, name }) => !(area in publishedTermAreaLabels) || !(name in publishedTermLabels))).toEqual([])
})
