import { expect, it } from 'vitest'
import { readSpotDraft, readSpotTicketKind } from './spotDraft.ts'

const typed = { side: 'sell', entry: 'quantity', amount: '0.5', limit: '61000' }

it('finds a spot ticket as it was typed', () => {
  expect(readSpotDraft(typed)).toEqual(typed)
  expect(readSpotTicketKind({ kind: 'limit' })).toEqual({ kind: 'limit' })
})

it('leaves out what does not fit', () => {
  expect(readSpotDraft({ ...typed, entry: 'lots', limit: 61000 })).toEqual({ side: 'sell' })
  expect(readSpotDraft({ side: 'hold', entry: 'money' })).toEqual({})
  expect(readSpotTicketKind({ kind: 'iceberg' })).toEqual({})
  expect([undefined, null, 'x', 3].map(readSpotDraft)).toEqual([{}, {}, {}, {}])
})
