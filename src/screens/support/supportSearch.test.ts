import { expect, it } from 'vitest'
import { readSupportSearchParams } from './supportSearch.ts'

it('reads which conversation it is, or what a new one is about, and nothing else', () => {
  expect(readSupportSearchParams({ id: '12345678901234567890', new: 1 })).toEqual({ id: '12345678901234567890' })
  expect(readSupportSearchParams({ id: 7 })).toEqual({ id: '7' })
  expect(readSupportSearchParams({ id: 'x', a: 1 })).toEqual({})
  expect(readSupportSearchParams({ topic: 'deposit', about: 'DP12' })).toEqual({ new: 1, topic: 'deposit', about: 'DP12' })
  const tx = `0x${'a1'.repeat(32)}`
  expect(readSupportSearchParams({ topic: 'deposit', tx })).toEqual({ new: 1, topic: 'deposit', tx })
  expect(readSupportSearchParams({ topic: 'loan', tx })).toEqual({ new: 1, topic: 'loan' })
  for (const wrong of ['', '0x12', `${tx} `, tx.repeat(3), '<b>'.repeat(9)])
    expect(readSupportSearchParams({ topic: 'deposit', tx: wrong })).toEqual({ new: 1, topic: 'deposit' })
  expect(readSupportSearchParams({ new: '1', topic: 'toString', about: '<b>' })).toEqual({ new: 1 })
  expect(readSupportSearchParams({ shared: 1 })).toEqual({ new: 1, shared: 1 })
  expect(readSupportSearchParams({ shared: 'lost' })).toEqual({ new: 1, shared: 'lost' })
  expect(readSupportSearchParams({ shared: 1, leftOut: 2 })).toEqual({ new: 1, shared: 1, leftOut: 2 })
  expect(readSupportSearchParams({ shared: 'lost', leftOut: '-1' })).toEqual({ new: 1, shared: 'lost' })
  expect(readSupportSearchParams({ new: 1, leftOut: 2 })).toEqual({ new: 1 })
})
