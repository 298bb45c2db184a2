import { i18n } from '@lingui/core'
import { expect, it } from 'vitest'
import { activateLocale } from './activate.ts'
import { supportedLanguages } from '#contract/languages.ts'

const days = [['days', 'plural', { one: ['#', ' day'], other: ['#', ' days'] }]] as never

it.each(supportedLanguages)('writes counts of $locale with commas for thousands', ({ locale }) => {
  i18n.load(locale, { days })
  activateLocale(locale)
  expect(i18n._('days', { days: 12_345 })).toBe('12,345 days')
  expect(i18n._('days', { days: 1 })).toBe('1 day')
})

it.each(supportedLanguages)('asks for no form of a count that $locale would not take', ({ locale }) => {
  const rules = new Intl.PluralRules(locale)
  const ones = [...Array(1_000).keys()].filter((count) => rules.select(count) === 'one')
  expect([[], [1]]).toContainEqual(ones)
})
