import { expect, it } from 'vitest'
import { parseDateTimeInputAsUnixSecond, formatUnixSecondAsDateTimeInput } from './dateTimeField.ts'

it.each([0, 1795190401, 1795190459, 1782000000])('second %i goes into the field and back', (sec) =>
  expect(parseDateTimeInputAsUnixSecond(formatUnixSecondAsDateTimeInput(sec))).toBe(sec),
)
it('a field without seconds is the whole minute', () =>
  expect(parseDateTimeInputAsUnixSecond(formatUnixSecondAsDateTimeInput(1795190459).slice(0, -3))).toBe(1795190400))
it.each(['', 'soon', '1960-01-01T00:00:00'])('%j is no second of ours', (text) =>
  expect(parseDateTimeInputAsUnixSecond(text)).toBeUndefined(),
)
