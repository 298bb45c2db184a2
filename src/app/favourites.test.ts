import { beforeEach, expect, it, vi } from 'vitest'

let account: string[] = []
const send = vi.fn((call: { path: string }, body: { symbols?: string[] }) => {
  if (call.path.endsWith('/set')) account = body.symbols ?? []
  return Promise.resolve({ symbols: account })
})
let who = 'ann'
vi.mock('#api/send.ts', () => ({ send }))
vi.mock('#api/socket.ts', () => ({ onOpen: () => () => undefined }))
vi.mock('#api/person.ts', () => ({ meQuery: () => ({}) }))
vi.mock('#api/queryClient.ts', () => ({ queryClient: { fetchQuery: () => Promise.resolve({ id: who }) } }))

const { setToken } = await import('#api/session.ts')
const { preferences, setPreference } = await import('#device/preferences.ts')
const { keepFavourites } = await import('./favourites.ts')

const here = () => preferences.get().favourites
const settle = () => vi.advanceTimersByTimeAsync(3_000)

vi.useFakeTimers()
keepFavourites()
beforeEach(async () => {
  account = []
  who = 'ann'
  setToken(undefined)
  await settle()
  setPreference('favourites', [])
})

it('takes what a visitor marked into the account, and what the account has onto the device', async () => {
  account = ['ETH']
  setPreference('favourites', ['BTC'])
  setToken('of ann')
  await settle()
  expect([here(), account]).toEqual([
    ['BTC', 'ETH'],
    ['BTC', 'ETH'],
  ])
})

it('leaves nothing of a person on the device once they signed out, and everything in their account', async () => {
  account = ['BTC']
  setToken('of ann')
  await settle()
  setToken(undefined)
  expect(here()).toEqual([])
  await settle()
  setToken('of ann again')
  await settle()
  expect([here(), account]).toEqual([['BTC'], ['BTC']])
})

it('keeps what a visitor marks after somebody else signed out', async () => {
  account = ['BTC']
  setToken('of ann')
  await settle()
  setToken(undefined)
  await settle()
  setPreference('favourites', ['XAU'])
  account = []
  who = 'bob'
  setToken('of bob')
  await settle()
  expect([here(), account]).toEqual([['XAU'], ['XAU']])
})
