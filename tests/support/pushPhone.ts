import type { BrowserContext, Page, Worker } from 'playwright-core'
import type { PushPayload } from '#contract/pushPayload.ts'
import { startPushService } from './pushEndpoint.ts'

/** A phone whose push service is on loopback: what the server sends there is opened with the phone's keys and handed to its worker. */
export interface PushPhone {
  /** What came, opened as the browser opens it. */
  arrived: PushPayload[]
  /** What is wrong with what came: wrong seal, wrong signature. */
  faults: unknown[]
  /** Hands a message to the worker that is in charge, as the browser does. */
  deliver(page: Page, payload: unknown): Promise<void>
  close(): Promise<void>
}

type Service = Awaited<ReturnType<typeof startPushService>>

/** Chromium's own push service cannot be reached, so the page's way to it leads here; everything behind that is the real thing. */
export async function pushPhone(context: BrowserContext, origin: string): Promise<PushPhone> {
  const { result } = (await (await fetch(`${origin}/api/push/vapidKey`)).json()) as { result: { key: string } }
  const service = await startPushService(result.key)
  await leadThere(context, service)
  const deliver = async (page: Page, payload: unknown): Promise<void> => {
    const session = await context.newCDPSession(page)
    const registrationId = await new Promise<string>((found) => {
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL.startsWith(origin) && !isDeleted)
        if (own) found(own.registrationId)
      })
      void session.send('ServiceWorker.enable')
    })
    await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(payload) })
    // Once it is shown the page may be closed.
    await session.detach().catch(() => undefined)
  }
  const arrived: PushPayload[] = []
  service.hear(({ payload }) => {
    arrived.push(payload)
    const [page] = context.pages()
    if (page) void deliver(page, payload)
  })
  return { arrived, faults: service.faults, deliver, close: () => service.close() }
}

async function leadThere(context: BrowserContext, service: Service): Promise<void> {
  let made = 0
  await context.exposeFunction('subscribeThere', () => service.subscribe(`phone${++made}`))
  // From then on it answers as push services do to what is no more.
  await context.exposeFunction('unsubscribeThere', (endpoint: string) => service.behave(endpoint.split('/').at(-1)!, { status: 410 }))
  await context.addInitScript(() => {
    interface Kept {
      endpoint: string
      keys: Record<string, string>
      key: number[]
    }
    const there = globalThis as unknown as {
      subscribeThere(): Promise<Omit<Kept, 'key'>>
      unsubscribeThere(endpoint: string): Promise<void>
    }
    const shelf = 'browser-subscription'
    const subscriptionOf = ({ endpoint, keys, key }: Kept) => ({
      endpoint,
      options: { userVisibleOnly: true, applicationServerKey: Uint8Array.from(key).buffer },
      toJSON: () => ({ endpoint, keys }),
      unsubscribe: async () => {
        localStorage.removeItem(shelf)
        await there.unsubscribeThere(endpoint)
        return true
      },
    })
    Object.assign(PushManager.prototype, {
      getSubscription: async () => {
        const kept = localStorage.getItem(shelf)
        return kept && subscriptionOf(JSON.parse(kept) as Kept)
      },
      subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
        const kept = { ...(await there.subscribeThere()), key: [...applicationServerKey] }
        localStorage.setItem(shelf, JSON.stringify(kept))
        return subscriptionOf(kept)
      },
    })
  })
}

/** What the phone shows above every app. */
export const notificationsOf = (page: Page): Promise<{ title: string; body: string; tag: string }[]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    return ((await registration?.getNotifications()) ?? []).map(({ title, body, tag }) => ({ title, body, tag }))
  })

/** The worker that is in charge now. */
const workerOf = (context: BrowserContext): Worker => {
  const worker = context.serviceWorkers().findLast((serviceWorker) => serviceWorker.url().endsWith('/sw.js'))
  if (!worker) throw new Error('No worker')
  return worker
}

/** Presses the only notification there is. What the browser lets a real press do besides, opening a window, it does not let this one. */
export const pressNotification = (context: BrowserContext): Promise<void> =>
  workerOf(context).evaluate(async () => {
    const worker = globalThis as unknown as { registration: ServiceWorkerRegistration; dispatchEvent(event: Event): void }
    const [notification] = await worker.registration.getNotifications()
    const Made = (globalThis as unknown as { NotificationEvent: new (type: string, init: object) => Event }).NotificationEvent
    worker.dispatchEvent(new Made('notificationclick', { notification }))
  })
