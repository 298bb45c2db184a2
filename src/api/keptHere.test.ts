import { expect, test, vi } from 'vitest'
import type { Left } from '#device/leftForWorker.ts'

let left: Left
vi.mock('#device/leftForWorker.ts', () => ({
  readLeft: async () => left,
  changeLeft: async (change: (now: Left) => Left) => ((left = change(left)), true),
}))
vi.mock('./saveArticles.ts', () => ({ stopSaving: async () => {} }))
const { clearAllKept } = await import('./keptHere.ts')

test('what people who signed out chose goes with all that is kept, what is chosen now stays', async () => {
  const push = { topics: ['alert' as const], endpoint: 'https://push.example/1', offsetMinutes: 0, toldMs: 1, userId: 'ann' }
  left = { token: 'hers', reads: ['1'], settings: {}, push, waiting: [{ userId: 'ben', topics: ['task'] }] }
  await clearAllKept()
  expect(left).toEqual({ token: 'hers', reads: ['1'], settings: {}, push })
})
