import { expect, it } from 'vitest'
import { i18n } from '#i18n/i18n.ts'
import { formatOpeningTime, marketOpensOrFiguresSinceText } from './openingWords.ts'

i18n.loadAndActivate({ locale: 'en', messages: {} })
const hourMs = 3_600_000
const now = new Date(2026, 10, 29, 12).getTime()

it('says when a closed market opens, with the weekday from a day ahead, and nothing once that is past', () => {
  expect(formatOpeningTime(now + 10 * hourMs, now, 'short')).toBe('22:00')
  expect(formatOpeningTime(now + 34 * hourMs, now, 'long')).toBe('Monday 22:00')
  expect(marketOpensOrFiguresSinceText({ opensAt: now + hourMs }, now)).toBeDefined()
  expect(marketOpensOrFiguresSinceText({ opensAt: now }, now)).toBeUndefined()
  expect(marketOpensOrFiguresSinceText({}, now)).toBeUndefined()
})

it('says since when the figures of a market are that has less than a day', () => {
  expect(marketOpensOrFiguresSinceText({ since24: now - hourMs }, now)).toBeDefined()
  // Of a closed one, when it opens is what counts.
  const [both, opens] = [{ opensAt: now + hourMs, since24: now - hourMs }, { opensAt: now + hourMs }]
  expect(marketOpensOrFiguresSinceText(both, now)).toBe(marketOpensOrFiguresSinceText(opens, now))
})
