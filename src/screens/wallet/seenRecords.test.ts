import { expect, it } from 'vitest'
import { mergeStoredBalanceRecords } from './seenRecords.ts'

const ones = (...ids: number[]) => ids.map((id) => ({ id: String(id) }))
const ids = (list: { id: string }[]) => list.map(({ id }) => Number(id))

it('keeps what a new record pushes off the first page, without a gap or a repeat', () => {
  const before = mergeStoredBalanceRecords([], ones(10, 9, 8, 7), ones(10, 9))
  expect(ids(mergeStoredBalanceRecords(before, [...ones(11, 10), ...ones(8, 7)], ones(11, 10)))).toEqual([11, 10, 9, 8, 7])
})

it('starts over when more are new than a page holds', () => {
  const before = mergeStoredBalanceRecords([], ones(10, 9, 8, 7), ones(10, 9))
  expect(ids(mergeStoredBalanceRecords(before, [...ones(99, 98), ...ones(8, 7)], ones(99, 98)))).toEqual([99, 98])
})

it('counts ids as numbers', () => {
  expect(ids(mergeStoredBalanceRecords([], ones(9, 10), ones(9, 10)))).toEqual([10, 9])
})
