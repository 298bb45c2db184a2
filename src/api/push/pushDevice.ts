import { account } from '#contract/calls/account.ts'
import { push, type PushTopic } from '#contract/calls/push.ts'
import { timeZoneNamePattern } from '#contract/constants.ts'
import {
  updateWorkerOutbox,
  type WorkerOutbox,
  type DevicePushRegistration,
  type SignedOutPushChoice,
  readWorkerOutbox,
} from '#device/outbox.ts'
import {
  requestNotificationPermission,
  closeNotifications,
  pushNotificationSupport,
  setAppBadgeCount,
  subscribeDeviceToPush,
  unsubscribeDeviceFromPush,
} from '#device/notifications.ts'
import { createStore, useStore } from '#device/store.ts'
import { sendApiCall } from '../send.ts'
import { userSessionStore } from '../session.ts'

/** What somebody chose to be told of on this device, and when not. */
export type PushPreferences = Pick<DevicePushRegistration, 'topics' | 'quiet'>

/** `unknown` until it was looked up; undefined while this device is told of nothing. */
const pushChoice = createStore<PushPreferences | 'unknown' | undefined>('unknown')
export const usePushPreferences = (): PushPreferences | 'unknown' | undefined => useStore(pushChoice)

export const allPushTopics: readonly PushTopic[] = ['transaction', 'alert', 'system', 'task']

/** The person said no to the browser's question, or had before. */
export class PushPermissionDeniedError extends Error {}
/** The browser's own push service gave no subscription: it cannot be reached, or is switched off in this browser. */
export class PushUnavailableError extends Error {}

/** Asks the browser, subscribes this device and tells the server. Whatever fails leaves everything as it was. */
export async function enablePushOnDevice(preferences: PushPreferences): Promise<void> {
  // First, while the press still counts.
  if (!(await requestNotificationPermission())) throw new PushPermissionDeniedError()
  const subscription = await getOrCreateSubscription()
  try {
    await registerSubscription(subscription, preferences)
  } catch (error) {
    await subscription.unsubscribe().catch(() => false)
    throw error
  }
}

/** Other topics or hours for this device. */
export async function changePushPreferences(preferences: PushPreferences): Promise<void> {
  await registerSubscription(await getOrCreateSubscription(), preferences)
}

async function getOrCreateSubscription(): Promise<PushSubscription> {
  const { key } = await sendApiCall(push.vapidKey, {})
  try {
    return await subscribeDeviceToPush(key)
  } catch (error) {
    throw pushNotificationSupport() === 'denied'
      ? new PushPermissionDeniedError()
      : new PushUnavailableError('No subscription', { cause: error })
  }
}

/** Where this clock stands, which the server keeps quiet hours by: its zone, where the browser knows one, and its distance from UTC now. */
function deviceClock(): Pick<DevicePushRegistration, 'offsetMinutes' | 'zone'> {
  const zone: string | undefined = Intl.DateTimeFormat().resolvedOptions().timeZone
  return { offsetMinutes: -new Date().getTimezoneOffset(), ...(zone && timeZoneNamePattern.test(zone) && { zone }) }
}

async function registerSubscription(subscription: PushSubscription, { topics, quiet }: PushPreferences): Promise<void> {
  const { token } = userSessionStore.get()
  const { endpoint } = subscription
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {}
  const clock = deviceClock()
  const userId = await currentUserId()
  // What one person chose is never told for another who signed in meanwhile.
  if (userSessionStore.get().token !== token) return
  await sendApiCall(push.subscribe, { endpoint, keys: { p256dh, auth }, topics, ...(quiet && { quiet: { ...quiet, ...clock } }) })
  // Somebody signed out meanwhile: the subscription went with them.
  if (userSessionStore.get().token !== token) return
  const choice: DevicePushRegistration = { topics, endpoint, ...clock, toldMs: Date.now(), userId, ...(quiet && { quiet }) }
  await updateWorkerOutbox((outbox) => ({ ...outbox, token, push: choice, ...signedOutChoicesOf(outbox, userId) }))
  pushChoice.set(preferencesOf(choice))
}

/** Whose session this is. */
async function currentUserId(): Promise<string> {
  const { token, push: choice } = await readWorkerOutbox()
  if (choice?.userId !== undefined && token === userSessionStore.get().token) return choice.userId
  return (await sendApiCall(account.me, {})).id
}

const maxSignedOutChoices = 5

/** What was chosen here waits for its person, but for whoever is here now. */
function signedOutChoicesOf({ push: choice, waiting = [] }: WorkerOutbox, currentUser?: string): Pick<WorkerOutbox, 'waiting'> {
  const ownChoice = choice?.userId === undefined ? undefined : { userId: choice.userId, ...preferencesOf(choice) }
  const all: SignedOutPushChoice[] = ownChoice ? [...waiting.filter(({ userId }) => userId !== ownChoice.userId), ownChoice] : waiting
  const otherChoices = all.filter(({ userId }) => userId !== currentUser).slice(-maxSignedOutChoices)
  return { waiting: otherChoices.length > 0 ? otherChoices : undefined }
}

/** Nothing arrives on this device any more, also where the server cannot be told now: it finds that out when it writes next. */
export async function disablePushOnDevice(): Promise<void> {
  const { push: choice } = await readWorkerOutbox()
  await updateWorkerOutbox((outbox) => ({ ...outbox, push: undefined }))
  pushChoice.set(undefined)
  await unsubscribeDeviceFromPush()
  if (choice) await sendApiCall(push.unsubscribe, { endpoint: choice.endpoint }).catch(() => undefined)
}

const dayMs = 86_400_000

/** Looks up what was chosen. What the browser no longer allows is off. */
export async function loadPushPreferencesIntoStore(): Promise<void> {
  const { push: choice, token } = await readWorkerOutbox()
  const isOn =
    choice !== undefined &&
    token === userSessionStore.get().token &&
    pushNotificationSupport() === 'able' &&
    Notification.permission === 'granted'
  pushChoice.set(isOn ? preferencesOf(choice) : undefined)
}

const preferencesOf = ({ topics, quiet }: PushPreferences): PushPreferences => ({ topics, ...(quiet && { quiet }) })

/**
 * At a start and a sign-in: a subscription that the browser dropped or that is of another key is made anew, and the server told once a day.
 * What somebody chose here before they signed out, or were signed out, holds again.
 */
export async function renewOrRestorePushSubscription(): Promise<void> {
  await loadPushPreferencesIntoStore()
  const { push: choice } = await readWorkerOutbox()
  if (!choice || pushChoice.get() === undefined) return restoreSignedOutChoice()
  const subscription = await getOrCreateSubscription()
  const { offsetMinutes, zone } = deviceClock()
  const isSameClock = offsetMinutes === choice.offsetMinutes && zone === choice.zone
  const isKnown = subscription.endpoint === choice.endpoint && isSameClock && Date.now() - choice.toldMs < dayMs
  if (!isKnown || choice.userId === undefined) await registerSubscription(subscription, choice)
}

/** Without a question: where the browser still allows it, and for the same person alone. */
async function restoreSignedOutChoice(): Promise<void> {
  const { token } = userSessionStore.get()
  const { waiting = [] } = await readWorkerOutbox()
  if (token === undefined || waiting.length === 0 || pushNotificationSupport() !== 'able' || Notification.permission !== 'granted') return
  const id = await currentUserId()
  const preferences = waiting.find(({ userId }) => userId === id)
  if (!preferences) return
  const subscription = await getOrCreateSubscription()
  if (userSessionStore.get().token === token) await registerSubscription(subscription, preferences)
}

/** Somebody signed out: nothing of theirs is shown here any more, nor what still arrives for them. What they chose waits for them. */
export async function unsubscribePushOnSignOut(): Promise<void> {
  pushChoice.set(undefined)
  // The mark first: a message that arrives this moment is met by it.
  await updateWorkerOutbox((outbox) => ({ token: '', reads: [], settings: {}, ...signedOutChoicesOf(outbox) }))
  await Promise.all([unsubscribeDeviceFromPush(), closeNotifications('all'), setAppBadgeCount(0)])
}
