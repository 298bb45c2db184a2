import { expect, it } from 'vitest'
import { parseSpotDraft, parseSpotTicketKindDraft } from './spotDraft.ts'

const typed = { side: 'sell', entry: 'quantity', amount: '0.5', limit: '61000' }

it('finds a spot ticket as it was typed', () => {
  expect(parseSpotDraft(typed)).toEqual(typed)
  expect(parseSpotTicketKindDraft({ kind: 'limit' })).toEqual({ kind: 'limit' })
})

it('leaves out what does not fit', () => {
  expect(parseSpotDraft({ ...typed, entry: 'lots', limit: 61000 })).toEqual({ side: 'sell' })
  expect(parseSpotDraft({ side: 'hold', entry: 'money' })).toEqual({})
  expect(parseSpotTicketKindDraft({ kind: 'iceberg' })).toEqual({})
  expect([undefined, null, 'x', 3].map(parseSpotDraft)).toEqual([{}, {}, {}, {}])
})
