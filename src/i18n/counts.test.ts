import { i18n } from '@lingui/core'
import { expect, it } from 'vitest'
import { activate } from './activate.ts'
import { languages } from './languages.ts'

const days = [['days', 'plural', { one: ['#', ' day'], other: ['#', ' days'] }]] as never

it.each(languages)('writes counts of $locale with commas for thousands', ({ locale }) => {
  i18n.load(locale, { days })
  activate(locale)
  expect(i18n._('days', { days: 12_345 })).toBe('12,345 days')
  expect(i18n._('days', { days: 1 })).toBe('1 day')
})

it.each(languages)('asks for no form of a count that $locale would not take', ({ locale }) => {
  const rules = new Intl.PluralRules(locale)
  const ones = [...Array(1_000).keys()].filter((count) => rules.select(count) === 'one')
  expect([[], [1]]).toContainEqual(ones)
})
