import { i18n } from '@lingui/core'
import { expect, it } from 'vitest'
import { formatSecondsAsDuration } from './formatDuration.ts'

it('writes a length of time by its two largest units', () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  expect([0, 59, 60, 90, 3_600, 5_400, 86_399, 86_400, 190_000].map(formatSecondsAsDuration)).toEqual([
    '0 sec',
    '59 sec',
    '1 min',
    '1 min 30 sec',
    '1 hr',
    '1 hr 30 min',
    '23 hr 59 min',
    '1 day',
    '2 days 4 hr',
  ])
})
