import { isAppleMobile } from './appleMobile.ts'

/** Why this device can or cannot be told of things while the app is closed. */
export type PushAbility =
  | 'able'
  /** The person, or the browser for them, said no; only they can change it, in the browser's settings. */
  | 'denied'
  /** iPhone and iPad: only an app on the home screen may. */
  | 'needsInstall'
  | 'unsupported'

const isStandalone = (): boolean =>
  matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true

export function pushAbility(): PushAbility {
  const knows = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (!knows) return isAppleMobile() && !isStandalone() ? 'needsInstall' : 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : 'able'
}

/** Calls whenever what the browser allows may have changed: its settings were opened meanwhile. Gives how to stop. */
export function onPermission(listener: () => void): () => void {
  let status: PermissionStatus | undefined
  navigator.permissions?.query({ name: 'notifications' }).then(
    (found) => {
      status = found
      status.addEventListener('change', listener)
    },
    () => undefined,
  )
  document.addEventListener('visibilitychange', listener)
  return () => {
    status?.removeEventListener('change', listener)
    document.removeEventListener('visibilitychange', listener)
  }
}

/** Asks the person through the browser's own question; to be called from a press. */
export const askPermission = async (): Promise<boolean> => (await Notification.requestPermission()) === 'granted'

const readyWithinMs = 10_000

/** The worker in charge; undefined where there is none, as in a private window or while it does not get ready. */
async function registration(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator)) return undefined
  const found = await navigator.serviceWorker.getRegistration().catch(() => undefined)
  if (!found || found.active) return found
  return Promise.race([navigator.serviceWorker.ready, new Promise<undefined>((late) => setTimeout(() => late(undefined), readyWithinMs))])
}

const isSameKey = (given: ArrayBuffer | null, key: Uint8Array): boolean =>
  given === null || (given.byteLength === key.length && new Uint8Array(given).every((byte, at) => byte === key[at]))

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0))

/** This device's subscription for that key of the server: the one that there is, or a new one. Throws where the push service gives none. */
export async function subscribeDevice(serverKey: string): Promise<PushSubscription> {
  const manager = (await registration())?.pushManager
  if (!manager) throw new Error('No worker')
  const applicationServerKey = bytesOf(serverKey)
  const known = await manager.getSubscription()
  if (known && isSameKey(known.options.applicationServerKey, applicationServerKey)) return known
  await known?.unsubscribe()
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey })
}

/** Whatever was subscribed on this device is no more; nothing that is sent there arrives. Works without a network. */
export async function unsubscribeDevice(): Promise<void> {
  const known = await navigator.serviceWorker?.getRegistration().catch(() => undefined)
  const subscription = await known?.pushManager?.getSubscription().catch(() => null)
  await subscription?.unsubscribe().catch(() => false)
}

/** Takes notifications off the screen: those of these notices, or all of ours. */
export async function closeNotifications(ids: readonly string[] | 'all'): Promise<void> {
  const known = await navigator.serviceWorker?.getRegistration().catch(() => undefined)
  const shown = (await known?.getNotifications?.().catch(() => [])) ?? []
  for (const one of shown) if (ids === 'all' || ids.includes((one.data as { id?: string } | null)?.id ?? '')) one.close()
}

/** The number on the app's icon, where there is one. */
export async function showUnread(unread: number): Promise<void> {
  try {
    if (unread > 0) await navigator.setAppBadge?.(unread)
    else await navigator.clearAppBadge?.()
  } catch {
    // Not installed: there is no icon to put it on.
  }
}

/** Has the browser wake the worker once there is a network. False where it does not know how: then the page does it at the next start. */
export async function wakeWhenOnline(tag: string): Promise<boolean> {
  try {
    const { sync } = (await navigator.serviceWorker.getRegistration()) as unknown as { sync: { register(name: string): Promise<void> } }
    await sync.register(tag)
    return true
  } catch {
    return false
  }
}
