import { expect, test, vi } from 'vitest'
import type { WorkerOutbox } from '#device/outbox.ts'

let left: WorkerOutbox
vi.mock('#device/outbox.ts', () => ({
  readWorkerOutbox: async () => left,
  updateWorkerOutbox: async (change: (now: WorkerOutbox) => WorkerOutbox) => ((left = change(left)), true),
}))
vi.mock('./saveArticles.ts', () => ({ abortArticleSavingAndMarkRemoved: async () => {} }))
const { clearReloadableStorage } = await import('./storageUsage.ts')

test('what people who signed out chose goes with all that is kept, what is chosen now stays', async () => {
  const push = { topics: ['alert' as const], endpoint: 'https://push.example/1', offsetMinutes: 0, toldMs: 1, userId: 'ann' }
  left = { token: 'hers', reads: ['1'], settings: {}, push, waiting: [{ userId: 'ben', topics: ['task'] }] }
  await clearReloadableStorage()
  expect(left).toEqual({ token: 'hers', reads: ['1'], settings: {}, push })
})
