import { beforeEach, expect, it, vi } from 'vitest'

const sent = vi.fn()
let told: number | undefined
vi.mock('#api/stored/outbox.ts', () => ({ saveOrQueueUserSettings: sent }))
vi.mock('#api/session.ts', () => ({ hasToken: () => true }))
vi.mock('#api/person.ts', () => ({ meQuery: () => ({ queryKey: ['me'] }) }))
vi.mock('#api/queryClient.ts', () => ({ queryClient: { getQueryData: () => ({ settings: { hideBalance: told } }) } }))

vi.useFakeTimers()
beforeEach(() => {
  vi.resetModules()
  sent.mockClear()
  told = 0
})
const begin = async () => {
  const { setDevicePreference } = await import('#device/preferences.ts')
  const { startHideBalanceSync } = await import('./hideBalanceSync.ts')
  return { setDevicePreference, startHideBalanceSync }
}

it('sends the server what was pressed before it listened', async () => {
  const { setDevicePreference, startHideBalanceSync } = await begin()
  setDevicePreference('hideBalance', true)
  startHideBalanceSync()
  vi.runAllTimers()
  expect(sent.mock.calls).toEqual([[{ hideBalance: 1 }]])
})

it('sends it once for several presses, and not what the account has already', async () => {
  const { setDevicePreference, startHideBalanceSync } = await begin()
  startHideBalanceSync()
  for (const hides of [true, false, true]) setDevicePreference('hideBalance', hides)
  vi.runAllTimers()
  expect(sent.mock.calls).toEqual([[{ hideBalance: 1 }]])
  told = 0
  setDevicePreference('hideBalance', false)
  vi.runAllTimers()
  expect(sent).toHaveBeenCalledTimes(1)
})

it('says nothing where nothing was pressed', async () => {
  const { startHideBalanceSync } = await begin()
  startHideBalanceSync()
  vi.runAllTimers()
  expect(sent).not.toHaveBeenCalled()
})
