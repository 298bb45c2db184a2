import { push, type PushTopic } from '#contract/calls/push.ts'
import { changeLeft, type PushChoice, readLeft } from '#device/leftForWorker.ts'
import { askPermission, closeNotifications, pushAbility, showUnread, subscribeDevice, unsubscribeDevice } from '#device/notifications.ts'
import { createStore, useStore } from '#device/store.ts'
import { send } from './send.ts'
import { session } from './session.ts'

/** What somebody chose to be told of on this device, and when not. */
export type PushWish = Pick<PushChoice, 'topics' | 'quiet'>

/** `unknown` until it was looked up; undefined while this device is told of nothing. */
const chosen = createStore<PushWish | 'unknown' | undefined>('unknown')
export const usePushHere = (): PushWish | 'unknown' | undefined => useStore(chosen)

export const everyTopic: readonly PushTopic[] = ['transaction', 'alert', 'system', 'task']

/** The person said no to the browser's question, or had before. */
export class PushDenied extends Error {}
/** The browser's own push service gave no subscription: it cannot be reached, or is switched off in this browser. */
export class PushUnavailable extends Error {}

/** Asks the browser, subscribes this device and tells the server. Whatever fails leaves everything as it was. */
export async function turnPushOn(wish: PushWish): Promise<void> {
  // First, while the press still counts.
  if (!(await askPermission())) throw new PushDenied()
  const subscription = await subscriptionHere()
  try {
    await tell(subscription, wish)
  } catch (error) {
    await subscription.unsubscribe().catch(() => false)
    throw error
  }
}

/** Other topics or hours for this device. */
export async function changePush(wish: PushWish): Promise<void> {
  await tell(await subscriptionHere(), wish)
}

async function subscriptionHere(): Promise<PushSubscription> {
  const { key } = await send(push.vapidKey, {})
  try {
    return await subscribeDevice(key)
  } catch (error) {
    throw pushAbility() === 'denied' ? new PushDenied() : new PushUnavailable('No subscription', { cause: error })
  }
}

/** The clock's distance from UTC, which the server keeps quiet hours by. */
const offset = (): number => -new Date().getTimezoneOffset()

async function tell(subscription: PushSubscription, { topics, quiet }: PushWish): Promise<void> {
  const { token } = session.get()
  const { endpoint } = subscription
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {}
  const offsetMinutes = offset()
  await send(push.subscribe, { endpoint, keys: { p256dh, auth }, topics, ...(quiet && { quiet: { ...quiet, offsetMinutes } }) })
  // Somebody signed out meanwhile: the subscription went with them.
  if (session.get().token !== token) return
  const choice: PushChoice = { topics, endpoint, offsetMinutes, toldMs: Date.now(), ...(quiet && { quiet }) }
  await changeLeft((left) => ({ ...left, token, push: choice }))
  chosen.set(wishOf(choice))
}

/** Nothing arrives on this device any more, also where the server cannot be told now: it finds that out when it writes next. */
export async function turnPushOff(): Promise<void> {
  const { push: choice } = await readLeft()
  await changeLeft((left) => ({ ...left, push: undefined }))
  chosen.set(undefined)
  await unsubscribeDevice()
  if (choice) await send(push.unsubscribe, { endpoint: choice.endpoint }).catch(() => undefined)
}

const dayMs = 86_400_000

/** Looks up what was chosen. What the browser no longer allows is off. */
export async function lookUpPush(): Promise<void> {
  const { push: choice, token } = await readLeft()
  const isOn = choice !== undefined && token === session.get().token && pushAbility() === 'able' && Notification.permission === 'granted'
  chosen.set(isOn ? wishOf(choice) : undefined)
}

const wishOf = ({ topics, quiet }: PushWish): PushWish => ({ topics, ...(quiet && { quiet }) })

/** At a start: a subscription that the browser dropped or that is of another key is made anew, and the server told once a day. */
export async function renewPush(): Promise<void> {
  await lookUpPush()
  const { push: choice } = await readLeft()
  if (!choice || chosen.get() === undefined) return
  const subscription = await subscriptionHere()
  const isKnown = subscription.endpoint === choice.endpoint && offset() === choice.offsetMinutes && Date.now() - choice.toldMs < dayMs
  if (!isKnown) await tell(subscription, choice)
}

/** Somebody signed out: nothing of theirs is shown here any more, nor what still arrives for them. */
export async function leavePush(): Promise<void> {
  chosen.set(undefined)
  // The mark first: a message that arrives this moment is met by it.
  await changeLeft(() => ({ token: '', reads: [], settings: {} }))
  await Promise.all([unsubscribeDevice(), closeNotifications('all'), showUnread(0)])
}
