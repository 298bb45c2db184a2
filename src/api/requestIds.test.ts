import { expect, it } from 'vitest'
import { createRequestIds, storedOrNewRequestId } from './requestIds.ts'

it('an intent keeps its id through every try, and what is wanted by nobody else needs no name', () => {
  const ids = createRequestIds()
  expect(ids.of()).toMatch(/^[0-9a-f-]{36}$/)
  expect(ids.of()).toBe(ids.of())
  expect(ids.of({ id: '7', money: '5' })).toBe(ids.of({ id: '7', money: '5' }))
})

it('another intent has another id, and whoever comes back to the first one asks with the id that it had', () => {
  const ids = createRequestIds()
  const half = ids.of(50)
  expect(ids.of(100)).not.toBe(half)
  expect(ids.of('50')).not.toBe(half)
  expect(ids.of(null)).not.toBe(ids.of('null'))
  expect(ids.of(50)).toBe(half)
})

it('what was forgotten is wanted again, and two sheets know nothing of each other', () => {
  const ids = createRequestIds()
  const first = ids.of('5')
  expect(createRequestIds().of('5')).not.toBe(first)
  ids.forget()
  expect(ids.of('5')).not.toBe(first)
})

it('a draft goes on under the id that was stored with it', () => {
  expect(storedOrNewRequestId('stored')).toBe('stored')
  expect(storedOrNewRequestId(undefined)).not.toBe(storedOrNewRequestId(undefined))
})
