import { beforeEach, expect, it, vi } from 'vitest'
import { userScopedKey } from '../userScopedKey.ts'
import { clearReloadableStorage, clearOfflineStorageKind, type OfflineStorageKind, readStorageUsage } from './storageUsage.ts'

// What the device keeps, in shelves of our own in place of the browser's.
const shelves = vi.hoisted(() => new Map<string, Map<string, unknown>>())
vi.mock('#device/database.ts', () => ({
  failedOfflineTablesStore: { get: () => [] },
  openOfflineTable: (name: string) => {
    const entries = shelves.get(name) ?? new Map<string, unknown>()
    shelves.set(name, entries)
    return {
      get: async (key: string) => entries.get(key),
      set: async (key: string, value: unknown) => entries.set(key, value) !== undefined,
      remove: async (key: string) => void entries.delete(key),
      entries: async () => [...entries],
      clear: async () => entries.clear(),
    }
  },
}))
vi.mock('#device/outbox.ts', () => ({ updateWorkerOutbox: async () => true }))
vi.mock('./saveArticles.ts', () => ({ abortArticleSavingAndMarkRemoved: async () => undefined }))

const on = (name: string): Map<string, unknown> => shelves.get(name) ?? new Map<string, unknown>()
const photo = new File([new Uint8Array(5_000)], 'a.jpg')
const put = (): void => {
  on('saved-articles').set('en-us', { articles: ['…'] })
  on('kept-by-worker').set('/api/trade/appSymbol/list', '[]')
  on('kept-by-page').set(userScopedKey('query-["me"]'), '{}')
  on('kept-by-page').set(userScopedKey('receipt:spot:1'), { receipt: {}, at: 1 })
  on('kept-by-page').set(userScopedKey('unsent:new'), { text: 'Where is my deposit?', fileIds: [], atMs: 1 })
  on('kept-by-page').set(userScopedKey('papers:key'), {})
  on('kept-by-page').set(userScopedKey('papers:front'), { atMs: 1, iv: new Uint8Array(12), bytes: new ArrayBuffer(9_000) })
  on('shared').set('newest', { files: [photo], text: '', atMs: Date.now() })
}
beforeEach(() => {
  for (const shelf of shelves.values()) shelf.clear()
  put()
})

const keptKindsNow = async (): Promise<OfflineStorageKind[]> =>
  Object.entries((await readStorageUsage()).kinds).flatMap(([kind, { entries }]) => (entries > 0 ? [kind as OfflineStorageKind] : []))

it('leaves what somebody typed or shared when it clears what can be loaded again', async () => {
  await clearReloadableStorage()
  expect(await keptKindsNow()).toEqual(['messages', 'identity', 'shared'])
  expect([...on('kept-by-page').keys()]).toEqual(['unsent:new', 'papers:key', 'papers:front'].map(userScopedKey))
})

it('counts photos by their own size', async () => {
  const { kinds } = await readStorageUsage()
  expect(kinds.shared.bytes).toBeGreaterThanOrEqual(5_000)
  expect(kinds.identity.bytes).toBeGreaterThanOrEqual(9_000)
  expect(kinds.messages.bytes).toBeLessThan(1_000)
})

it.each(['messages', 'identity', 'shared'] as const)('clears %s alone, and puts it back', async (kind) => {
  const before = await keptKindsNow()
  const undo = await clearOfflineStorageKind(kind)
  expect(await keptKindsNow()).toEqual(before.filter((one) => one !== kind))
  await undo()
  expect(await keptKindsNow()).toEqual(before)
  expect(on('shared').get('newest')).toMatchObject({ files: [photo] })
})

it('shows nothing of what was shared once it is used or older than a day', async () => {
  on('shared').set('newest', { files: [photo], text: '', atMs: Date.now() - 25 * 3_600_000 })
  expect((await readStorageUsage()).kinds.shared.entries).toBe(0)
})
