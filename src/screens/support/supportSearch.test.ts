import { expect, it } from 'vitest'
import { readSupportSearch } from './supportSearch.ts'

it('reads which conversation is meant, or what a new one is about, and nothing else', () => {
  expect(readSupportSearch({ id: '12345678901234567890', new: 1 })).toEqual({ id: '12345678901234567890' })
  expect(readSupportSearch({ id: 7 })).toEqual({ id: '7' })
  expect(readSupportSearch({ id: 'x', a: 1 })).toEqual({})
  expect(readSupportSearch({ topic: 'deposit', about: 'DP12' })).toEqual({ new: 1, topic: 'deposit', about: 'DP12' })
  expect(readSupportSearch({ new: '1', topic: 'toString', about: '<b>' })).toEqual({ new: 1 })
  expect(readSupportSearch({ shared: 1 })).toEqual({ new: 1, shared: 1 })
  expect(readSupportSearch({ shared: 'lost' })).toEqual({ new: 1, shared: 'lost' })
  expect(readSupportSearch({ shared: 1, leftOut: 2 })).toEqual({ new: 1, shared: 1, leftOut: 2 })
  expect(readSupportSearch({ shared: 'lost', leftOut: '-1' })).toEqual({ new: 1, shared: 'lost' })
  expect(readSupportSearch({ new: 1, leftOut: 2 })).toEqual({ new: 1 })
})
