import { beforeEach, expect, test, vi } from 'vitest'
import type { WorkerOutbox } from '#device/outbox.ts'
import { ApiError, createUnansweredError } from '../apiError.ts'
import { patienceMs } from '../../../tests/support/patience.ts'

/** A busy machine is slow, not wrong. */
const waiting = { timeout: patienceMs }

// What waits for a signal, with a server and a shelf of our own.
let left: WorkerOutbox
let canKeep = true
vi.mock('#device/outbox.ts', () => ({
  backgroundSyncTag: 'left',
  readWorkerOutbox: async () => (canKeep ? left : { reads: [], settings: {} }),
  updateWorkerOutbox: async (change: (now: WorkerOutbox) => WorkerOutbox) => {
    if (canKeep) left = change(left)
    return canKeep
  },
}))
const woken: string[] = []
const closed: string[] = []
vi.mock('#device/notifications.ts', () => ({
  closeNotifications: async (ids: string[]) => void closed.push(...ids),
  registerBackgroundSync: async (tag: string) => (woken.push(tag), true),
}))
const sent: unknown[] = []
let answer: (body: unknown) => unknown
vi.mock('../send.ts', () => ({
  sendApiCall: async (_call: unknown, body: unknown) => {
    sent.push(body)
    return answer(body)
  },
}))
const { setToken } = await import('../session.ts')
const { restoreUnsentReadMarks, markNoticesReadOrQueue, saveOrQueueUserSettings, sendOutboxFromPage } = await import('./outbox.ts')

const unread = { all: 0, system: 0, task: 0, transaction: 0 }
const offline = () => {
  throw createUnansweredError('NETWORK')
}
beforeEach(() => {
  left = { reads: [], settings: {} }
  canKeep = true
  for (const list of [sent, woken, closed]) list.length = 0
  answer = () => ({ unread })
  setToken('mine')
})

test('a mark is sent at once, and taken off the screen', async () => {
  markNoticesReadOrQueue(['1', '2'])
  await vi.waitFor(() => expect(left).toEqual({ token: 'mine', reads: [], settings: {} }), waiting)
  expect([sent, closed]).toEqual([[{ ids: ['1', '2'] }], ['1', '2']])
})

test('without a signal it waits, the worker is asked for help, and it goes out once', async () => {
  answer = offline
  markNoticesReadOrQueue(['1'])
  markNoticesReadOrQueue(['1', '2'])
  await vi.waitFor(() => expect(woken.length).toBeGreaterThan(0), waiting)
  await sendOutboxFromPage()
  expect(left.reads).toEqual(['1', '2'])
  answer = () => ({ unread })
  sent.length = 0
  await Promise.all([sendOutboxFromPage(), sendOutboxFromPage()])
  await sendOutboxFromPage()
  expect([sent, left.reads]).toEqual([[{ ids: ['1', '2'] }], []])
})

test.each([500, 503, 429])('a server in trouble (%d) is asked again; what it refuses is not', async (code) => {
  left = { token: 'mine', reads: ['1'], settings: {} }
  answer = () => {
    throw new ApiError(code, 'SERVER', 'not now')
  }
  await sendOutboxFromPage()
  expect(left.reads).toEqual(['1'])
  answer = () => {
    throw new ApiError(4000, 'VALIDATION', 'no')
  }
  await sendOutboxFromPage()
  expect(left.reads).toEqual([])
})

test('what somebody else left is never sent in another name, and shown to nobody', async () => {
  left = { token: 'of another', reads: ['1'], settings: { hideBalance: 1 } }
  await sendOutboxFromPage()
  await restoreUnsentReadMarks()
  setToken(undefined)
  await sendOutboxFromPage()
  markNoticesReadOrQueue(['2'])
  expect([sent, left.reads]).toEqual([[], ['1']])
})

test('where nothing can be kept it is sent without waiting', async () => {
  canKeep = false
  markNoticesReadOrQueue(['1'])
  saveOrQueueUserSettings({ hideBalance: 1 })
  await vi.waitFor(() => expect(sent).toEqual(expect.arrayContaining([{ ids: ['1'] }, { hideBalance: 1 }])), waiting)
})

test('the newest choice counts, also one that is made while an earlier one travels', async () => {
  answer = offline
  saveOrQueueUserSettings({ hideBalance: 1 })
  await vi.waitFor(() => expect(woken).toHaveLength(1), waiting)
  answer = async () => {
    left = { ...left, settings: { hideBalance: 0 } }
    return {}
  }
  await sendOutboxFromPage()
  expect([sent.at(-1), left.settings]).toEqual([{ hideBalance: 1 }, { hideBalance: 0 }])
})
