import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { patienceMs } from '../../../tests/support/patience.ts'

/** A busy machine is slow, not wrong. */
const waiting = { timeout: patienceMs }

const shelf = new Map<string, unknown>()
vi.mock('#device/database.ts', () => ({
  openOfflineTable: () => ({
    get: async (key: string) => shelf.get(key),
    set: async (key: string, value: unknown) => void shelf.set(key, value),
    remove: async (key: string) => void shelf.delete(key),
    clear: async () => shelf.clear(),
  }),
}))
const { restoreOrFetchUserRead } = await import('./persistQuery.ts')

/** One launch of the app: a screen that shows what `ask` gives, as kept or as new. */
function launch(ask: (signal: AbortSignal) => Promise<string>) {
  const client = new QueryClient()
  const shown: (string | undefined)[] = []
  const open = () =>
    new QueryObserver<string>(client, {
      queryKey: ['/api/me', {}],
      queryFn: ({ signal }) => ask(signal),
      persister: restoreOrFetchUserRead,
      staleTime: 60_000,
      retry: false,
    }).subscribe(({ data }) => shown.push(data))
  return { open, shown, end: () => client.clear() }
}

it('makes what it restored fresh, also when the screen that began it is left before the answer', async () => {
  const before = launch(async () => 'old')
  const leave = before.open()
  await vi.waitFor(() => expect(shelf.size).toBe(1), waiting)
  leave()
  before.end()

  const asked: AbortSignal[] = []
  const now = launch((signal) => {
    asked.push(signal)
    return asked.length === 1 ? new Promise<string>(() => {}) : Promise.resolve('new')
  })
  const leaveFirst = now.open()
  await vi.waitFor(() => expect(now.shown).toContain('old'), waiting)
  await vi.waitFor(() => expect(asked).toHaveLength(1), waiting)
  leaveFirst()
  expect(asked[0]?.aborted).toBe(true)
  now.open()
  await vi.waitFor(() => expect(now.shown.at(-1)).toBe('new'), waiting)
})
