import { beforeEach, expect, test, vi } from 'vitest'
import type { WorkerOutbox } from '#device/outbox.ts'
import { account } from '#contract/calls/account.ts'
import { ApiError } from '../apiError.ts'

// What this device is told of, with a browser, a shelf and a server of our own.
let left: WorkerOutbox
const steps: string[] = []
vi.mock('#device/outbox.ts', () => ({
  readWorkerOutbox: async () => left,
  updateWorkerOutbox: async (change: (now: WorkerOutbox) => WorkerOutbox) => {
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
  pushNotificationSupport: () => 'able',
  requestNotificationPermission: async () => isAllowed,
  subscribeDeviceToPush: async (key: string) => {
    if (browser?.key !== key) browser = { endpoint: `https://push.example/${++made}`, key }
    return subscriptionOf(browser)
  },
  unsubscribeDeviceFromPush: async () => {
    browser = undefined
    steps.push('unsubscribed')
  },
  closeNotifications: async (ids: unknown) => void steps.push(`closed ${String(ids)}`),
  setAppBadgeCount: async () => {},
}))
let serverKey = 'key 1'
const told: unknown[] = []
let whose = 'ann'
let refuse: (() => never) | undefined
vi.mock('../send.ts', () => ({
  sendApiCall: async (call: { path: string }, body: unknown) => {
    if (call.path === '/api/push/vapidKey') return { key: serverKey }
    if (call.path === account.me.path) return { id: whose }
    refuse?.()
    told.push([call.path.split('/').at(-1), body])
    return {}
  },
}))
const browserSays = { permission: 'granted' }
vi.stubGlobal('Notification', browserSays)
const { setToken } = await import('../session.ts')
const {
  changePushPreferences,
  unsubscribePushOnSignOut,
  PushPermissionDeniedError,
  renewOrRestorePushSubscription,
  disablePushOnDevice,
  enablePushOnDevice,
} = await import('./pushDevice.ts')

beforeEach(() => {
  left = { reads: [], settings: {} }
  browser = undefined
  ;[isAllowed, serverKey, refuse, made, whose] = [true, 'key 1', undefined, 0, 'ann']
  browserSays.permission = 'granted'
  told.length = steps.length = 0
  setToken('mine')
})
const wish = { topics: ['alert' as const], quiet: { from: 1320, to: 420 } }

test('is subscribed, sent to the server with the hours of this clock, and kept', async () => {
  await enablePushOnDevice(wish)
  const offsetMinutes = -new Date().getTimezoneOffset()
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  expect(told).toEqual([
    [
      'subscribe',
      {
        endpoint: 'https://push.example/1',
        keys: { p256dh: 'p', auth: 'a' },
        topics: ['alert'],
        quiet: { from: 1320, to: 420, offsetMinutes, zone },
      },
    ],
  ])
  expect(left).toMatchObject({ token: 'mine', push: { ...wish, endpoint: 'https://push.example/1' } })
})

test('a no, or a server that refuses, leaves everything as it was', async () => {
  isAllowed = false
  await expect(enablePushOnDevice(wish)).rejects.toThrow(PushPermissionDeniedError)
  isAllowed = true
  refuse = () => {
    throw new ApiError(4000, 'TOO_MANY_DEVICES', 'too many')
  }
  await expect(enablePushOnDevice(wish)).rejects.toThrow('too many')
  expect([browser, left.push]).toEqual([undefined, undefined])
})

test('a start sends nothing that is known, and renews what is old or of another key', async () => {
  await enablePushOnDevice(wish)
  told.length = 0
  await renewOrRestorePushSubscription()
  expect(told).toEqual([])
  left = { ...left, push: { ...left.push!, toldMs: Date.now() - 25 * 3_600_000 } }
  await renewOrRestorePushSubscription()
  expect(told).toHaveLength(1)
  serverKey = 'key 2'
  await renewOrRestorePushSubscription()
  expect(told[1]).toMatchObject(['subscribe', { endpoint: 'https://push.example/2', topics: ['alert'] }])
  // Carried to another zone whose clock says the same now.
  left = { ...left, push: { ...left.push!, zone: 'Antarctica/Troll' } }
  await renewOrRestorePushSubscription()
  expect(told.splice(2)).toMatchObject([['subscribe', { quiet: { zone: Intl.DateTimeFormat().resolvedOptions().timeZone } }]])
  // The browser forgot it.
  browser = undefined
  await renewOrRestorePushSubscription()
  expect(told[2]).toMatchObject(['subscribe', { endpoint: 'https://push.example/3' }])
  expect(left.push?.endpoint).toBe('https://push.example/3')
})

test('somebody else’s choice renews nothing', async () => {
  await enablePushOnDevice(wish)
  told.length = 0
  serverKey = 'key 2'
  setToken('of another')
  await renewOrRestorePushSubscription()
  expect(told).toEqual([])
})

test('turned off it is off here, whether or not the server can be reached', async () => {
  await enablePushOnDevice(wish)
  refuse = () => {
    throw new ApiError(0, 'NETWORK', 'no answer')
  }
  await disablePushOnDevice()
  expect([browser, left.push]).toEqual([undefined, undefined])
})

test('signed out, the mark comes before anything that takes time', async () => {
  await enablePushOnDevice(wish)
  steps.length = 0
  await unsubscribePushOnSignOut()
  expect(steps[0]).toBe('signed out')
  expect(steps).toEqual(expect.arrayContaining(['unsubscribed', 'closed all']))
  // The choice alone stays, for its person.
  expect(left).toEqual({ token: '', reads: [], settings: {}, waiting: [{ userId: 'ann', ...wish }] })
})

/** As the app does it: the mark of who was here goes, the new session is asked what it is told of. */
async function signIn(person: string, token: string): Promise<void> {
  ;[whose] = [person]
  setToken(token)
  if (left.token === '') left = { ...left, token: undefined }
  await renewOrRestorePushSubscription()
}
async function signOut(): Promise<void> {
  setToken(undefined)
  await unsubscribePushOnSignOut()
  told.length = 0
}

test('the same person’s next sign-in brings back what they chose, without a question', async () => {
  await enablePushOnDevice(wish)
  await signOut()
  isAllowed = false
  await signIn('ann', 'next')
  expect(told).toMatchObject([['subscribe', { endpoint: 'https://push.example/2', topics: ['alert'], quiet: wish.quiet }]])
  expect(left).toMatchObject({ token: 'next', push: { ...wish, userId: 'ann' } })
  expect(left.waiting).toBeUndefined()
  // And again after that.
  await signOut()
  await signIn('ann', 'third')
  expect(told).toHaveLength(1)
})

test('another person gets nothing of it, and each finds their own again', async () => {
  await enablePushOnDevice(wish)
  await signOut()
  await signIn('ben', 'his')
  expect([told, left.push, browser]).toEqual([[], undefined, undefined])
  await enablePushOnDevice({ topics: ['task'] })
  await signOut()
  await signIn('ann', 'hers')
  expect(told).toMatchObject([['subscribe', { topics: ['alert'] }]])
  await signOut()
  await signIn('ben', 'his again')
  expect(told).toMatchObject([['subscribe', { topics: ['task'] }]])
})

test('what was turned off, or what the browser no longer allows, does not come back', async () => {
  await enablePushOnDevice(wish)
  await signOut()
  browserSays.permission = 'default'
  await signIn('ann', 'next')
  expect([told, browser]).toEqual([[], undefined])
  browserSays.permission = 'granted'
  await renewOrRestorePushSubscription()
  expect(told).toHaveLength(1)
  await disablePushOnDevice()
  await signOut()
  await signIn('ann', 'last')
  expect([told, left.push, browser]).toEqual([[], undefined, undefined])
})

test('what cannot be had at that moment comes at the next start', async () => {
  await enablePushOnDevice(wish)
  await signOut()
  refuse = () => {
    throw new ApiError(0, 'NETWORK', 'no answer')
  }
  await expect(signIn('ann', 'next')).rejects.toThrow('no answer')
  refuse = undefined
  await renewOrRestorePushSubscription()
  expect(told).toHaveLength(1)
})

test('a choice of an older build is known by its person from the next start on', async () => {
  await enablePushOnDevice(wish)
  const { userId: _, ...old } = left.push!
  left = { ...left, push: old }
  await renewOrRestorePushSubscription()
  expect(left.push?.userId).toBe('ann')
})

test('a change of topics while somebody signs out is not kept', async () => {
  await enablePushOnDevice(wish)
  refuse = () => {
    refuse = undefined
    setToken(undefined)
    left = { token: '', reads: [], settings: {} }
    return undefined as never
  }
  await changePushPreferences({ topics: ['task'] })
  expect(left).toEqual({ token: '', reads: [], settings: {} })
})
