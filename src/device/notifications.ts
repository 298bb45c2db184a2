import { isAppleMobile } from './appleMobile.ts'
import { serviceWorkerNeededStore } from './workerWanted.ts'

/** Why this device can or cannot be told of things while the app is closed. */
export type PushNotificationSupport =
  | 'able'
  /** The person, or the browser for them, said no; only they can change it, in the browser's settings. */
  | 'denied'
  /** iPhone and iPad: only an app on the home screen may. */
  | 'needsInstall'
  | 'unsupported'

const isStandalone = (): boolean =>
  matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true

export function pushNotificationSupport(): PushNotificationSupport {
  const isPushSupported = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (!isPushSupported) return isAppleMobile() && !isStandalone() ? 'needsInstall' : 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : 'able'
}

/** Calls whenever what the browser allows may have changed: its settings were opened meanwhile. Gives how to stop. */
export function onNotificationPermissionChange(listener: () => void): () => void {
  let status: PermissionStatus | undefined
  navigator.permissions?.query({ name: 'notifications' }).then(
    (workerRegistration) => {
      status = workerRegistration
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
export const requestNotificationPermission = async (): Promise<boolean> => (await Notification.requestPermission()) === 'granted'

const readyWithinMs = 10_000

/** The worker in charge; undefined where there is none, as in a private window or while it does not get ready. */
async function registration(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator)) return undefined
  const workerRegistration = await navigator.serviceWorker.getRegistration().catch(() => undefined)
  if (workerRegistration?.active) return workerRegistration
  serviceWorkerNeededStore.set(true)
  return Promise.race([
    navigator.serviceWorker.ready,
    new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), readyWithinMs)),
  ])
}

const isSameKey = (currentKey: ArrayBuffer | null, key: Uint8Array): boolean =>
  currentKey === null || (currentKey.byteLength === key.length && new Uint8Array(currentKey).every((byte, at) => byte === key[at]))

const decodeBase64Url = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replace(/-/g, '+').replace(/_/g, '/')), (char) => char.charCodeAt(0))

/** This device's subscription for that key of the server: the one that there is, or a new one. Throws where the push service gives none. */
export async function subscribeDeviceToPush(serverKey: string): Promise<PushSubscription> {
  const manager = (await registration())?.pushManager
  if (!manager) throw new Error('No worker')
  const applicationServerKey = decodeBase64Url(serverKey)
  const currentSubscription = await manager.getSubscription()
  if (currentSubscription && isSameKey(currentSubscription.options.applicationServerKey, applicationServerKey)) return currentSubscription
  await currentSubscription?.unsubscribe()
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey })
}

/** Whatever was subscribed on this device is no more; nothing that is sent there arrives. Works without a network. */
export async function unsubscribeDeviceFromPush(): Promise<void> {
  const workerRegistration = await navigator.serviceWorker?.getRegistration().catch(() => undefined)
  const subscription = await workerRegistration?.pushManager?.getSubscription().catch(() => null)
  await subscription?.unsubscribe().catch(() => false)
}

/** Takes notifications off the screen: those of these notices, or all of ours. */
export async function closeNotifications(ids: readonly string[] | 'all'): Promise<void> {
  const workerRegistration = await navigator.serviceWorker?.getRegistration().catch(() => undefined)
  const notifications = (await workerRegistration?.getNotifications?.().catch(() => [])) ?? []
  for (const notification of notifications)
    if (ids === 'all' || ids.includes((notification.data as { id?: string } | null)?.id ?? '')) notification.close()
}

/** The number on the app's icon, where there is one. */
export async function setAppBadgeCount(unread: number): Promise<void> {
  try {
    if (unread > 0) await navigator.setAppBadge?.(unread)
    else await navigator.clearAppBadge?.()
  } catch {
    // Not installed: there is no icon to put it on.
  }
}

/** Known to some browsers, not to TypeScript's list. */
interface BackgroundSync {
  sync: { register(name: string): Promise<void> }
}

/** Has the browser wake the worker once there is a network. False where it does not know how: then the page does it at the next start. */
export async function registerBackgroundSync(tag: string): Promise<boolean> {
  try {
    const registration = (await navigator.serviceWorker.getRegistration()) as (ServiceWorkerRegistration & BackgroundSync) | undefined
    await registration?.sync.register(tag)
    return registration !== undefined
  } catch {
    return false
  }
}
