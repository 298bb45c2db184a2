import { beforeEach, expect, test, vi } from 'vitest'
import type { Left } from '#device/leftForWorker.ts'
import { ApiError } from './apiError.ts'

// What this device is told of, with a browser, a shelf and a server of our own.
let left: Left
const steps: string[] = []
vi.mock('#device/leftForWorker.ts', () => ({
  readLeft: async () => left,
  changeLeft: async (change: (now: Left) => Left) => {
    left = change(left)
    steps.push(left.token === '' ? 'signed out' : 'kept')
    return true
  },
}))
let isAllowed = true
let browser: { endpoint: string; key: string } | undefined
let made = 0
const subscriptionOf = ({ endpoint }: { endpoint: string }) => ({
  endpoint,
  toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
  unsubscribe: async () => ((browser = undefined), true),
})
vi.mock('#device/notifications.ts', () => ({
  pushAbility: () => 'able',
  askPermission: async () => isAllowed,
  subscribeDevice: async (key: string) => {
    if (browser?.key !== key) browser = { endpoint: `https://push.example/${++made}`, key }
    return subscriptionOf(browser)
  },
  unsubscribeDevice: async () => {
    browser = undefined
    steps.push('unsubscribed')
  },
  closeNotifications: async (ids: unknown) => void steps.push(`closed ${String(ids)}`),
  showUnread: async () => {},
}))
let serverKey = 'key 1'
const told: unknown[] = []
let refuse: (() => never) | undefined
vi.mock('./send.ts', () => ({
  send: async (call: { path: string }, body: unknown) => {
    if (call.path === '/api/push/vapidKey') return { key: serverKey }
    refuse?.()
    told.push([call.path.split('/').at(-1), body])
    return {}
  },
}))
vi.stubGlobal('Notification', { permission: 'granted' })
const { setToken } = await import('./session.ts')
const { changePush, leavePush, PushDenied, renewPush, turnPushOff, turnPushOn } = await import('./pushHere.ts')

beforeEach(() => {
  left = { reads: [], settings: {} }
  browser = undefined
  ;[isAllowed, serverKey, refuse, made] = [true, 'key 1', undefined, 0]
  told.length = steps.length = 0
  setToken('mine')
})
const wish = { topics: ['alert' as const], quiet: { from: 1320, to: 420 } }

test('is subscribed, told to the server with the hours of this clock, and kept', async () => {
  await turnPushOn(wish)
  const offsetMinutes = -new Date().getTimezoneOffset()
  expect(told).toEqual([
    [
      'subscribe',
      {
        endpoint: 'https://push.example/1',
        keys: { p256dh: 'p', auth: 'a' },
        topics: ['alert'],
        quiet: { from: 1320, to: 420, offsetMinutes },
      },
    ],
  ])
  expect(left).toMatchObject({ token: 'mine', push: { ...wish, endpoint: 'https://push.example/1' } })
})

test('a no, or a server that refuses, leaves everything as it was', async () => {
  isAllowed = false
  await expect(turnPushOn(wish)).rejects.toThrow(PushDenied)
  isAllowed = true
  refuse = () => {
    throw new ApiError(4000, 'TOO_MANY_DEVICES', 'too many')
  }
  await expect(turnPushOn(wish)).rejects.toThrow('too many')
  expect([browser, left.push]).toEqual([undefined, undefined])
})

test('a start tells nobody anything that is known, and renews what is old or of another key', async () => {
  await turnPushOn(wish)
  told.length = 0
  await renewPush()
  expect(told).toEqual([])
  left = { ...left, push: { ...left.push!, toldMs: Date.now() - 25 * 3_600_000 } }
  await renewPush()
  expect(told).toHaveLength(1)
  serverKey = 'key 2'
  await renewPush()
  expect(told[1]).toMatchObject(['subscribe', { endpoint: 'https://push.example/2', topics: ['alert'] }])
  // The browser forgot it.
  browser = undefined
  await renewPush()
  expect(told[2]).toMatchObject(['subscribe', { endpoint: 'https://push.example/3' }])
  expect(left.push?.endpoint).toBe('https://push.example/3')
})

test('somebody else’s choice renews nothing', async () => {
  await turnPushOn(wish)
  told.length = 0
  serverKey = 'key 2'
  setToken('of another')
  await renewPush()
  expect(told).toEqual([])
})

test('turned off it is off here, whether or not the server can be told', async () => {
  await turnPushOn(wish)
  refuse = () => {
    throw new ApiError(0, 'NETWORK', 'no answer')
  }
  await turnPushOff()
  expect([browser, left.push]).toEqual([undefined, undefined])
})

test('signed out, the mark comes before anything that takes time', async () => {
  await turnPushOn(wish)
  steps.length = 0
  await leavePush()
  expect(steps[0]).toBe('signed out')
  expect(steps).toEqual(expect.arrayContaining(['unsubscribed', 'closed all']))
  expect(left).toEqual({ token: '', reads: [], settings: {} })
})

test('a change of topics while somebody signs out is not kept', async () => {
  await turnPushOn(wish)
  refuse = () => {
    refuse = undefined
    setToken(undefined)
    left = { token: '', reads: [], settings: {} }
    return undefined as never
  }
  await changePush({ topics: ['task'] })
  expect(left).toEqual({ token: '', reads: [], settings: {} })
})
