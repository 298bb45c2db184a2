/// <reference lib="webworker" />
import { supportedLanguages } from '#contract/languages.ts'
import type { PushPayload } from '#contract/pushPayload.ts'
import { updateWorkerOutbox, readWorkerOutbox } from '#device/outbox.ts'
import { markNoticeReadOrQueue, workerCallPaths, postJsonAsUser } from './outbox.ts'
import { openAppAtAddress, refreshReadInPages } from './pages.ts'

declare const self: ServiceWorkerGlobalScope

/** What a notification carries, so that whichever worker is there when it is pressed knows what it is about. */
interface Carried {
  id: string
  link: string
}

/** Known to browsers, not yet to TypeScript's list. */
interface Options extends NotificationOptions {
  renotify?: boolean
  timestamp?: number
}

const inbox = '/messages'
/** The BCP 47 name of a language that the server may call otherwise. */
const localeOf = (lang: string): string => supportedLanguages.find(({ code }) => code === lang)?.locale ?? lang

/** Always shows something: a browser takes the subscription from an app that was woken and said nothing. */
export async function showPushNotification(data: PushMessageData | null): Promise<void> {
  const { token } = await readWorkerOutbox()
  // Somebody signed out here, and the server does not know yet: nobody is told what was theirs.
  if (token === '') return leaveSilently()
  const said = parse(data)
  const { title, body, note, tag, urgent, lang, at, id, link, unread } = said
  const options: Options = {
    body: [body, note].filter(Boolean).join('\n'),
    icon: '/icons/any-192.png',
    badge: '/icons/badge-96.png',
    data: { id, link } satisfies Carried,
    lang: localeOf(lang),
    timestamp: at,
    // A tag is what lets one take the place of another; without it there is nothing to tell anew.
    ...(tag !== '' && { tag, renotify: urgent }),
  }
  await self.registration.showNotification(title || empty.title, options)
  await Promise.all([showUnread(unread), refreshReadInPages(workerCallPaths.notices)])
}

const empty: PushPayload = {
  v: 1,
  id: '',
  title: 'Fairlead',
  body: '',
  note: '',
  tag: '',
  link: inbox,
  topic: 'system',
  urgent: false,
  demo: false,
  lang: 'en-us',
  at: 0,
  unread: -1,
}

/** What was sent, as far as it is what it should be: a newer server may say more, a broken message less. */
function parse(data: PushMessageData | null): PushPayload {
  const payload: PushPayload = { ...empty, at: Date.now() }
  try {
    const said = data?.json() as Record<string, unknown>
    for (const name of Object.keys(payload))
      if (typeof said[name] === typeof empty[name as keyof PushPayload]) Object.assign(payload, { [name]: said[name] })
  } catch {
    // Nothing in it can be read: that there is something is said all the same.
  }
  return payload
}

async function leaveSilently(): Promise<void> {
  await self.registration.showNotification('Fairlead', { tag: 'signed-out', silent: true })
  await (await self.registration.pushManager.getSubscription())?.unsubscribe()
}

/** The number on the app's icon, where there is one. Less than nothing: not known. */
async function showUnread(unread: number): Promise<void> {
  try {
    if (unread > 0) await self.navigator.setAppBadge?.(unread)
    else if (unread === 0) await self.navigator.clearAppBadge?.()
  } catch {
    // Not installed, or not allowed: the notification itself is what matters.
  }
}

/** A screen that this build has; what it does not know leads to the inbox, where the notice is. */
export function notificationScreenPath(link: unknown): string {
  if (typeof link !== 'string' || !/^\/(?![/\\])/.test(link)) return inbox
  const { origin, pathname, search, hash } = new URL(link, self.location.origin)
  return origin === self.location.origin && __WORKER_SCREENS__.includes(pathname) ? pathname + search + hash : inbox
}

/** Opens what it is about and marks it read, whichever build showed the notification. */
export async function openNotification(notification: Notification): Promise<void> {
  notification.close()
  const { id, link } = (notification.data ?? {}) as Partial<Carried>
  // First, while the browser still counts it as pressed.
  await openAppAtAddress(notificationScreenPath(link))
  if (!id) return
  const unread = await markNoticeReadOrQueue(id)
  if (unread !== undefined) await showUnread(unread)
}

/** The browser changed where messages go: the server is told, with what was chosen before. */
export async function renewWorkerPushSubscription(fresh: PushSubscription | null | undefined): Promise<void> {
  const { token, push } = await readWorkerOutbox()
  if (!token || !push) return
  const subscription =
    fresh ?? (await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: await serverKey() }))
  const { endpoint, keys } = subscription.toJSON()
  const { topics, quiet, offsetMinutes, zone } = push
  const { code } = await postJsonAsUser(workerCallPaths.subscribe, token, {
    endpoint,
    keys,
    topics,
    ...(quiet && { quiet: { ...quiet, offsetMinutes, ...(zone && { zone }) } }),
  })
  if (code === 200)
    await updateWorkerOutbox((left) => ({
      ...left,
      push: left.push && { ...left.push, endpoint: subscription.endpoint, toldMs: Date.now() },
    }))
}

async function serverKey(): Promise<string> {
  const reply = await fetch(workerCallPaths.vapidKey)
  return ((await reply.json()) as { result: { key: string } }).result.key
}
