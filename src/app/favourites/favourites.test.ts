import { beforeEach, expect, it, vi } from 'vitest'

let account: string[] = []
const send = vi.fn((call: { path: string }, body: { symbols?: string[] }) => {
  if (call.path.endsWith('/set')) account = body.symbols ?? []
  return Promise.resolve({ symbols: account })
})
let who = 'ann'
vi.mock('#api/send.ts', () => ({ sendApiCall: send }))
vi.mock('#api/frame.ts', () => ({ readStartupReplyOrSend: send }))
let greet: (isBack: boolean) => void = () => undefined
vi.mock('#api/stream/socket.ts', () => ({ onStreamOpen: (then: typeof greet) => void (greet = then) }))
vi.mock('#api/person.ts', () => ({ meQuery: () => ({}) }))
vi.mock('#api/queryClient.ts', () => ({ queryClient: { fetchQuery: () => Promise.resolve({ id: who }) } }))

const { setToken } = await import('#api/session.ts')
const { devicePreferencesStore, setDevicePreference } = await import('#device/preferences.ts')
const { writeLocalStorage } = await import('#device/storage.ts')
const { startFavouritesSync } = await import('./favourites.ts')

const here = () => devicePreferencesStore.get().favourites
const settle = () => vi.advanceTimersByTimeAsync(3_000)

vi.useFakeTimers()
startFavouritesSync()
beforeEach(async () => {
  account = []
  who = 'ann'
  setToken(undefined)
  await settle()
  setDevicePreference('favourites', [])
})

it('takes what a visitor marked into the account, and what the account has onto the device', async () => {
  account = ['ETH']
  setDevicePreference('favourites', ['BTC'])
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
  setDevicePreference('favourites', ['XAU'])
  account = []
  who = 'bob'
  setToken('of bob')
  await settle()
  expect([here(), account]).toEqual([['XAU'], ['XAU']])
})

it('reads the list of the account once at a start, however the first connection comes, and again once one comes back', async () => {
  setToken('of ann')
  await settle()
  send.mockClear()
  greet(false)
  await settle()
  expect(send).toHaveBeenCalledTimes(0)
  greet(true)
  await settle()
  expect(send).toHaveBeenCalledTimes(1)
})

it('takes no star back when another tab has brought it to the account while this one still receives the list of before', async () => {
  account = ['ETH']
  setToken('of ann')
  await settle()
  setDevicePreference('favourites', ['ETH', 'BTC'])
  send.mockImplementationOnce(() => {
    const before = { symbols: account }
    account = ['ETH', 'BTC']
    writeLocalStorage('favourites-agreed', JSON.stringify({ owner: who, symbols: account }))
    return Promise.resolve(before)
  })
  const seen: (readonly string[])[] = []
  const unsubscribe = devicePreferencesStore.subscribe(() => seen.push(here()))
  await settle()
  unsubscribe()
  expect(seen).toEqual([])
  expect([here(), account]).toEqual([
    ['ETH', 'BTC'],
    ['ETH', 'BTC'],
  ])
})
