import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { PushPayload } from '#contract/pushPayload.ts'
import { account } from '#contract/calls/account.ts'
import { inbox } from '#contract/calls/inbox.ts'
import { push } from '#contract/calls/push.ts'
import type { WorkerOutbox } from '#device/outbox.ts'

// The worker's part of web push, with a browser of our own around it.
let left: WorkerOutbox = { reads: [], settings: {} }
vi.mock('#device/outbox.ts', () => ({
  readWorkerOutbox: async () => left,
  updateWorkerOutbox: async (change: (now: WorkerOutbox) => WorkerOutbox) => ((left = change(left)), true),
  backgroundSyncTag: 'left',
}))

interface Shown {
  title: string
  options: Record<string, unknown>
}
const shown: Shown[] = []
const badges: number[] = []
const said: { path: string; body: unknown; token: string | null }[] = []
const opened: string[] = []
let answer: (path: string) => unknown = () => ({ code: 200, result: { unread: { all: 4 } } })
const subscription = {
  endpoint: 'https://push.example/new',
  unsubscribe: vi.fn(async () => true),
  toJSON: () => ({ endpoint: 'https://push.example/new', keys: { p256dh: 'p', auth: 'a' } }),
}
const subscribe = vi.fn(async () => subscription)

/** A window of the app; `hears` says whether it knows what the worker says. */
function page({ hears = true, focused = false, navigates = true } = {}) {
  const heard: unknown[] = []
  const self_ = {
    focused,
    visibilityState: 'hidden',
    heard,
    wentTo: [] as string[],
    focus: vi.fn(async () => self_),
    navigate: async (link: string) => {
      if (!navigates) throw new TypeError('not mine')
      self_.wentTo.push(link)
      return self_
    },
    postMessage: (message: unknown, ports?: MessagePort[]) => {
      heard.push(message)
      if (hears) ports?.[0]?.postMessage(true)
    },
  }
  return self_
}
let pages: ReturnType<typeof page>[] = []

vi.stubGlobal('__WORKER_SCREENS__', ['/messages', '/heyue', '/chongzhi'])
vi.stubGlobal('self', {
  location: { origin: 'https://app.example' },
  navigator: {
    setAppBadge: async (count: number) => void badges.push(count),
    clearAppBadge: async () => void badges.push(0),
  },
  clients: { matchAll: async () => pages, openWindow: async (link: string) => void opened.push(link) },
  registration: {
    showNotification: async (title: string, options: Record<string, unknown>) => void shown.push({ title, options }),
    pushManager: { getSubscription: async () => subscription, subscribe },
  },
})
vi.stubGlobal('fetch', async (path: string, init?: { headers: Record<string, string>; body: string }) => {
  said.push({ path, body: init && JSON.parse(init.body), token: init?.headers['x-access-token'] ?? null })
  return { json: async () => answer(path) }
})

const { notificationScreenPath, openNotification, renewWorkerPushSubscription, showPushNotification } = await import('./push.ts')
const { workerCallPaths, sendOutboxFromWorker } = await import('./outbox.ts')

beforeEach(() => {
  left = { token: 'mine', reads: [], settings: {} }
  for (const list of [shown, badges, said, opened]) list.length = 0
  pages = []
  subscription.unsubscribe.mockClear()
  subscribe.mockClear()
  answer = () => ({ code: 200, result: { unread: { all: 4 } } })
})

const payload: PushPayload = {
  v: 1,
  id: '77',
  title: 'BTC/USDT is at or above 91,000',
  body: 'The price was 91,001.',
  note: 'Sandbox · play money',
  tag: 'abc',
  link: '/heyue?mode=contract',
  topic: 'alert',
  urgent: true,
  demo: false,
  lang: 'jp',
  at: 1_790_000_000_000,
  unread: 3,
}
const message = (said_: unknown): PushMessageData => ({ json: () => said_ }) as PushMessageData

describe('a message', () => {
  it('is shown with all that a later worker needs, and counted on the icon', async () => {
    pages = [page()]
    await showPushNotification(message(payload))
    expect(shown).toEqual([
      {
        title: payload.title,
        options: {
          body: 'The price was 91,001.\nSandbox · play money',
          icon: '/icons/any-192.png',
          badge: '/icons/badge-96.png',
          data: { id: '77', link: '/heyue?mode=contract' },
          lang: 'ja',
          timestamp: payload.at,
          tag: 'abc',
          renotify: true,
        },
      },
    ])
    expect(badges).toEqual([3])
    expect(pages[0]?.heard).toEqual([{ type: 'fresher', path: inbox.notices.path }])
  })

  it('that is not urgent takes the place of an earlier one without a sound, and an empty inbox clears the icon', async () => {
    await showPushNotification(message({ ...payload, urgent: false, unread: 0 }))
    expect(shown[0]?.options).toMatchObject({ tag: 'abc', renotify: false })
    expect(badges).toEqual([0])
  })

  it.each([
    ['nothing', null],
    ['no JSON', { json: () => JSON.parse('{') } as unknown as PushMessageData],
    ['another shape', message({ v: 9, title: 5, tag: null, unread: 'x', more: true })],
    ['a list', message([])],
    ['null', message(null)],
  ])('of %s is shown all the same, and leads to the inbox', async (_, data) => {
    await showPushNotification(data)
    expect(shown).toMatchObject([{ title: 'Fairlead', options: { data: { id: '', link: '/messages' } } }])
    expect(shown[0]?.options).not.toHaveProperty('renotify')
    expect(badges).toEqual([])
  })

  it('for somebody who signed out here says nothing of theirs, and is the last one', async () => {
    left = { token: '', reads: [], settings: {} }
    await showPushNotification(message(payload))
    expect(JSON.stringify(shown)).not.toMatch(/BTC|91,00|heyue/)
    expect(shown).toHaveLength(1)
    expect(subscription.unsubscribe).toHaveBeenCalledOnce()
    expect(badges).toEqual([])
  })

  it('is shown where the icon takes no number', async () => {
    const { navigator } = self as unknown as { navigator: { setAppBadge?: unknown } }
    const { setAppBadge } = navigator
    navigator.setAppBadge = () => Promise.reject(new Error('not installed'))
    await showPushNotification(message(payload))
    delete navigator.setAppBadge
    await showPushNotification(message(payload))
    navigator.setAppBadge = setAppBadge
    expect(shown).toHaveLength(2)
  })
})

describe('a pressed notification', () => {
  const pressed = (data: unknown) => ({ data, close: vi.fn() }) as unknown as Notification & { close: ReturnType<typeof vi.fn> }

  it('opens what it is about in the window that is there, and is read', async () => {
    pages = [page(), page({ focused: true })]
    const event = pressed({ id: '77', link: '/heyue?mode=contract' })
    await openNotification(event)
    expect(event.close).toHaveBeenCalledOnce()
    expect(pages[1]?.focus).toHaveBeenCalledOnce()
    expect(pages[1]?.heard[0]).toEqual({ type: 'open', link: '/heyue?mode=contract' })
    expect([pages[0]?.heard.length, pages[1]?.wentTo, opened]).toEqual([1, [], []])
    expect(said).toEqual([{ path: inbox.markRead.path, body: { ids: ['77'] }, token: 'mine' }])
    expect([badges, left.reads]).toEqual([[4], []])
  })

  it('reloads a window that does not answer, as one of an older build', async () => {
    pages = [page({ hears: false })]
    await openNotification(pressed({ id: '77', link: '/chongzhi' }))
    expect([pages[0]?.wentTo, opened]).toEqual([['/chongzhi'], []])
  })

  it('opens a window where there is none, or none that can be led', async () => {
    await openNotification(pressed({ id: '77', link: '/chongzhi' }))
    pages = [page({ hears: false, navigates: false })]
    await openNotification(pressed({ id: '78', link: '/heyue' }))
    expect(opened).toEqual(['/chongzhi', '/heyue'])
  })

  it('of a build that said it otherwise leads to the inbox', async () => {
    for (const data of [undefined, null, 'x', { url: '/heyue' }, { id: 5, link: ['/heyue'] }]) await openNotification(pressed(data))
    expect(new Set(opened)).toEqual(new Set(['/messages']))
  })

  it('keeps the mark where the server cannot be reached, and sends it later', async () => {
    answer = () => {
      throw new TypeError('no network')
    }
    await openNotification(pressed({ id: '77', link: '/heyue' }))
    await openNotification(pressed({ id: '77', link: '/heyue' }))
    expect([left.reads, badges]).toEqual([['77'], []])
    await expect(sendOutboxFromWorker()).rejects.toThrow('no network')
    answer = () => ({ code: 503 })
    await expect(sendOutboxFromWorker()).rejects.toThrow('503')
    expect(left.reads).toEqual(['77'])
    answer = () => ({ code: 200, result: { unread: { all: 0 } } })
    pages = [page()]
    await sendOutboxFromWorker()
    expect(left.reads).toEqual([])
    expect(pages[0]?.heard).toEqual([{ type: 'fresher', path: inbox.notices.path }])
  })

  it('notifies nobody where nobody is signed in', async () => {
    for (const token of ['', undefined]) {
      left = { token, reads: ['1'], settings: {} }
      await openNotification(pressed({ id: '77', link: '/heyue' }))
      await sendOutboxFromWorker()
    }
    expect(said).toEqual([])
  })
})

describe('what was left for the worker', () => {
  it('goes in portions that the server takes; a refusal is not sent again', async () => {
    left.reads = Array.from({ length: 450 }, (_, n) => String(n))
    answer = () => ({ code: 401 })
    await sendOutboxFromWorker()
    expect(said.map(({ body }) => (body as { ids: string[] }).ids.length)).toEqual([200, 200, 50])
    expect(left.reads).toEqual([])
  })

  it('keeps a choice that was made while an earlier one was on its way', async () => {
    left.settings = { hideBalance: 1, theme: 'dark' }
    answer = () => {
      left = { ...left, settings: { ...left.settings, hideBalance: 0 } }
      return { code: 200, result: {} }
    }
    await sendOutboxFromWorker()
    expect(said).toEqual([{ path: account.saveSettings.path, body: { hideBalance: 1, theme: 'dark' }, token: 'mine' }])
    expect(left.settings).toEqual({ hideBalance: 0 })
  })

  it('uses the addresses of the contract, and only calls that read plain bodies', () => {
    expect(workerCallPaths).toEqual({
      notices: inbox.notices.path,
      markRead: inbox.markRead.path,
      settings: account.saveSettings.path,
      me: account.me.path,
      vapidKey: push.vapidKey.path,
      subscribe: push.subscribe.path,
    })
    expect([inbox.markRead, account.saveSettings, push.subscribe].map(({ unsealed, once }) => [unsealed, once])).toEqual([
      [true, false],
      [true, false],
      [true, false],
    ])
  })
})

describe('a subscription that the browser changed', () => {
  const chosen = {
    topics: ['alert' as const],
    quiet: { from: 60, to: 120 },
    offsetMinutes: 540,
    zone: 'Asia/Tokyo',
    endpoint: 'https://push.example/old',
    toldMs: 1,
  }

  it('is renewed with the key of the server, and sent to the server with what was chosen', async () => {
    left.push = chosen
    answer = (path) => (path === push.vapidKey.path ? { code: 200, result: { key: 'KEY' } } : { code: 200, result: { topics: ['alert'] } })
    await renewWorkerPushSubscription(undefined)
    expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'KEY' })
    expect(said.at(-1)).toEqual({
      path: push.subscribe.path,
      token: 'mine',
      body: {
        endpoint: 'https://push.example/new',
        keys: { p256dh: 'p', auth: 'a' },
        topics: ['alert'],
        quiet: { from: 60, to: 120, offsetMinutes: 540, zone: 'Asia/Tokyo' },
      },
    })
    expect(left.push).toMatchObject({ endpoint: 'https://push.example/new', topics: ['alert'] })
  })

  it('is taken as it comes with the event, and is nobody’s where nobody chose anything', async () => {
    left.push = chosen
    await renewWorkerPushSubscription(subscription as unknown as PushSubscription)
    expect(subscribe).not.toHaveBeenCalled()
    expect(said).toHaveLength(1)
    said.length = 0
    delete left.push
    await renewWorkerPushSubscription(undefined)
    left = { token: '', reads: [], settings: {}, push: chosen }
    await renewWorkerPushSubscription(undefined)
    expect([said, subscribe.mock.calls.length]).toEqual([[], 0])
  })
})

it.each([
  ['/heyue?mode=fast#x', '/heyue?mode=fast#x'],
  ['/chongzhi', '/chongzhi'],
  ['/gone-since', '/messages'],
  ['//evil.example/heyue', '/messages'],
  ['/\\evil.example', '/messages'],
  ['https://evil.example/heyue', '/messages'],
  ['javascript:alert(1)', '/messages'],
  ['', '/messages'],
  [undefined, '/messages'],
  [7, '/messages'],
])('the address %j leads to %s', (link, place) => {
  expect(notificationScreenPath(link)).toBe(place)
})
