import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readTabFormDraft, clearTabFormDrafts, writeTabFormDraft } from '#api/stored/tabStorage.ts'
import { userSessionStore } from '#api/session.ts'
import { parseContractTicketDraft } from './useTicketDraft.ts'

const signIn = (token: string | undefined) => userSessionStore.set((now) => ({ ...now, token }))
beforeEach(() => {
  const storage = Object.create({
    getItem: (key: string) => (storage as Record<string, string>)[key] ?? null,
    setItem: (key: string, value: string) => void ((storage as Record<string, string>)[key] = value),
    removeItem: (key: string) => delete (storage as Record<string, string>)[key],
  }) as object
  vi.stubGlobal('sessionStorage', storage)
})
afterEach(() => {
  vi.unstubAllGlobals()
  signIn(undefined)
})

const typed = {
  side: 'short',
  kind: 'limit',
  limit: '61000',
  hasStops: true,
  stops: { stopProfit: '60000', stopLoss: '62000' },
  entry: 'quantity',
  amount: '0.02',
  lever: 3,
}

it('finds a ticket after a reload as it was typed', () => {
  writeTabFormDraft('ticket:BTCUSDT', typed)
  expect(parseContractTicketDraft(readTabFormDraft('ticket:BTCUSDT'))).toEqual(typed)
})

it('leaves out what another build wrote differently', () => {
  expect(parseContractTicketDraft({ ...typed, kind: 'iceberg', stops: { stopProfit: 7 }, lever: 2.5 })).toEqual({
    side: 'short',
    limit: '61000',
    hasStops: true,
    entry: 'quantity',
    amount: '0.02',
  })
  // An amount of nothing that is known.
  expect(parseContractTicketDraft({ entry: 'lots', amount: '3' })).toEqual({})
  expect([undefined, null, 'x', 3, { side: 'toString' }].map(parseContractTicketDraft)).toEqual([{}, {}, {}, {}, {}])
})

it('shows nobody what another person typed, and forgets it when they sign out', () => {
  signIn('of-anna')
  writeTabFormDraft('ticket:BTCUSDT', typed)
  signIn('of-ben')
  expect(readTabFormDraft('ticket:BTCUSDT')).toBeUndefined()
  clearTabFormDrafts()
  signIn('of-anna')
  expect(readTabFormDraft('ticket:BTCUSDT')).toBeUndefined()
})
