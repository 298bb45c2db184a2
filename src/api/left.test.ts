import { beforeEach, expect, test, vi } from 'vitest'
import type { Left } from '#device/leftForWorker.ts'
import { ApiError, unanswered } from './apiError.ts'

// What waits for a signal, with a server and a shelf of our own.
let left: Left
let canKeep = true
vi.mock('#device/leftForWorker.ts', () => ({
  syncTag: 'left',
  readLeft: async () => (canKeep ? left : { reads: [], settings: {} }),
  changeLeft: async (change: (now: Left) => Left) => {
    if (canKeep) left = change(left)
    return canKeep
  },
}))
const woken: string[] = []
const closed: string[] = []
vi.mock('#device/notifications.ts', () => ({
  closeNotifications: async (ids: string[]) => void closed.push(...ids),
  wakeWhenOnline: async (tag: string) => (woken.push(tag), true),
}))
const sent: unknown[] = []
let answer: (body: unknown) => unknown
vi.mock('./send.ts', () => ({
  send: async (_call: unknown, body: unknown) => {
    sent.push(body)
    return answer(body)
  },
}))
const { setToken } = await import('./session.ts')
const { adoptLeft, markRead, saveLater, sendLeft } = await import('./left.ts')

const unread = { all: 0, system: 0, task: 0, transaction: 0 }
const offline = () => {
  throw unanswered('NETWORK')
}
beforeEach(() => {
  left = { reads: [], settings: {} }
  canKeep = true
  for (const list of [sent, woken, closed]) list.length = 0
  answer = () => ({ unread })
  setToken('mine')
})

test('a mark is sent at once, and taken off the screen', async () => {
  markRead(['1', '2'])
  await vi.waitFor(() => expect(left).toEqual({ token: 'mine', reads: [], settings: {} }))
  expect([sent, closed]).toEqual([[{ ids: ['1', '2'] }], ['1', '2']])
})

test('without a signal it waits, the worker is asked for help, and it goes out once', async () => {
  answer = offline
  markRead(['1'])
  markRead(['1', '2'])
  await vi.waitFor(() => expect(woken.length).toBeGreaterThan(0))
  await sendLeft()
  expect(left.reads).toEqual(['1', '2'])
  answer = () => ({ unread })
  sent.length = 0
  await Promise.all([sendLeft(), sendLeft()])
  await sendLeft()
  expect([sent, left.reads]).toEqual([[{ ids: ['1', '2'] }], []])
})

test.each([500, 503, 429])('a server in trouble (%d) is asked again; what it refuses is not', async (code) => {
  left = { token: 'mine', reads: ['1'], settings: {} }
  answer = () => {
    throw new ApiError(code, 'SERVER', 'not now')
  }
  await sendLeft()
  expect(left.reads).toEqual(['1'])
  answer = () => {
    throw new ApiError(4000, 'VALIDATION', 'no')
  }
  await sendLeft()
  expect(left.reads).toEqual([])
})

test('what somebody else left is never sent in another name, and shown to nobody', async () => {
  left = { token: 'of another', reads: ['1'], settings: { hideBalance: 1 } }
  await sendLeft()
  await adoptLeft()
  setToken(undefined)
  await sendLeft()
  markRead(['2'])
  expect([sent, left.reads]).toEqual([[], ['1']])
})

test('where nothing can be kept it is sent without waiting', async () => {
  canKeep = false
  markRead(['1'])
  saveLater({ hideBalance: 1 })
  await vi.waitFor(() => expect(sent).toEqual(expect.arrayContaining([{ ids: ['1'] }, { hideBalance: 1 }])))
})

test('the newest choice counts, also one that is made while an earlier one travels', async () => {
  answer = offline
  saveLater({ hideBalance: 1 })
  await vi.waitFor(() => expect(woken).toHaveLength(1))
  answer = async () => {
    left = { ...left, settings: { hideBalance: 0 } }
    return {}
  }
  await sendLeft()
  expect([sent.at(-1), left.settings]).toEqual([{ hideBalance: 1 }, { hideBalance: 0 }])
})
