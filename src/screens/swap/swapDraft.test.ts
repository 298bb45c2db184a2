import { expect, it } from 'vitest'
import { createSwapDraftParser } from './swapDraft.ts'

const pair = { from: 'USDT', to: 'BTC' }
const typed = { side: 'to', amount: '0.02', pair }
const read = createSwapDraftParser(pair)

it('finds the amount where it was typed', () => expect(read(typed)).toEqual({ side: 'to', amount: '0.02' }))

it('takes no amount for another currency', () => {
  expect(read({ ...typed, pair: { from: 'BTC', to: 'USDT' } })).toEqual({})
  expect(read({ ...typed, pair: { from: 'USDT', to: 'ETH' } })).toEqual({})
  expect(read({ ...typed, pair: undefined })).toEqual({})
})

it('leaves out what does not fit', () => {
  expect(read({ ...typed, side: 'both' })).toEqual({})
  expect(read({ ...typed, amount: 2 })).toEqual({})
  expect([undefined, null, 'x'].map(read)).toEqual([{}, {}, {}])
})
