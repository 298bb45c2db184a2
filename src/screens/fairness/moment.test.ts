import { expect, it } from 'vitest'
import { fromField, toField } from './moment.ts'

it.each([0, 1795190401, 1795190459, 1782000000])('second %i goes into the field and back', (sec) =>
  expect(fromField(toField(sec))).toBe(sec),
)
it('a field without seconds is the whole minute', () => expect(fromField(toField(1795190459).slice(0, -3))).toBe(1795190400))
it.each(['', 'soon', '1960-01-01T00:00:00'])('%j is no second of ours', (text) => expect(fromField(text)).toBeUndefined())
