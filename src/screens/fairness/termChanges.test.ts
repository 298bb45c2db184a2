import { expect, it } from 'vitest'
import type { PublishedTerm } from '#contract/calls/fairness.ts'
import { asDecimal } from '#contract/decimal.ts'
import { asInstant } from '#contract/time.ts'
import { computePublishedTermChanges, publishedTermsInForce } from './termChanges.ts'

const term = (subject: string, value: string | null, fromMs: number, calledOffMs: number | null = null): PublishedTerm => ({
  area: 'withdrawal',
  subject,
  name: 'fee',
  value: value === null ? null : asDecimal(value),
  fromMs: asInstant(fromMs),
  publishedMs: asInstant(0),
  by: 'staff',
  calledOffMs: calledOffMs === null ? null : asInstant(calledOffMs),
})
const terms = [
  term('BTC', '3', 900),
  term('BTC', '2', 500, 400),
  term('BTC', '1', 200),
  term('BTC', '0.5', 0),
  term('ETH', null, 300),
  term('ETH', '7', 0),
]

it('shows each change with what it replaced, newest first', () => {
  expect(
    computePublishedTermChanges(terms).map(({ term: { subject, fromMs, value }, before }) => [subject, fromMs, before, value]),
  ).toEqual([
    ['BTC', 900, '1', '3'],
    ['BTC', 500, '1', '2'],
    ['ETH', 300, '7', null],
    ['BTC', 200, '0.5', '1'],
  ])
})

it('knows what holds at a moment: neither what is to come nor what was called off nor what is gone', () => {
  expect(publishedTermsInForce(terms, 600).map(({ subject, value }) => [subject, value])).toEqual([['BTC', '1']])
  expect(publishedTermsInForce(terms, 100).map(({ subject, value }) => [subject, value])).toEqual([
    ['BTC', '0.5'],
    ['ETH', '7'],
  ])
  expect(publishedTermsInForce(terms, 950).map(({ value }) => value)).toEqual(['3'])
})
