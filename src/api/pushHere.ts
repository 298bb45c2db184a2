import { account } from '#contract/calls/account.ts'
import { push, type PushTopic } from '#contract/calls/push.ts'
import { zoneShape } from '#contract/constants.ts'
import { changeLeft, type Left, type PushChoice, type PushWaiting, readLeft } from '#device/leftForWorker.ts'
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

/** Where this clock stands, which the server keeps quiet hours by: its zone, where the browser knows one, and its distance from UTC now. */
function clockHere(): Pick<PushChoice, 'offsetMinutes' | 'zone'> {
  const zone: string | undefined = Intl.DateTimeFormat().resolvedOptions().timeZone
  return { offsetMinutes: -new Date().getTimezoneOffset(), ...(zone && zoneShape.test(zone) && { zone }) }
}

async function tell(subscription: PushSubscription, { topics, quiet }: PushWish): Promise<void> {
  const { token } = session.get()
  const { endpoint } = subscription
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {}
  const clock = clockHere()
  const userId = await personHere()
  // What one person chose is never told for another who signed in meanwhile.
  if (session.get().token !== token) return
  await send(push.subscribe, { endpoint, keys: { p256dh, auth }, topics, ...(quiet && { quiet: { ...quiet, ...clock } }) })
  // Somebody signed out meanwhile: the subscription went with them.
  if (session.get().token !== token) return
  const choice: PushChoice = { topics, endpoint, ...clock, toldMs: Date.now(), userId, ...(quiet && { quiet }) }
  await changeLeft((left) => ({ ...left, token, push: choice, ...waitingOf(left, userId) }))
  chosen.set(wishOf(choice))
}

/** Whose session this is. */
async function personHere(): Promise<string> {
  const { token, push: choice } = await readLeft()
  if (choice?.userId !== undefined && token === session.get().token) return choice.userId
  return (await send(account.me, {})).id
}

const mostWaiting = 5

/** What was chosen here waits for its person, but for whoever is here now. */
function waitingOf({ push: choice, waiting = [] }: Left, hereId?: string): Pick<Left, 'waiting'> {
  const left = choice?.userId === undefined ? undefined : { userId: choice.userId, ...wishOf(choice) }
  const all: PushWaiting[] = left ? [...waiting.filter(({ userId }) => userId !== left.userId), left] : waiting
  const others = all.filter(({ userId }) => userId !== hereId).slice(-mostWaiting)
  return { waiting: others.length > 0 ? others : undefined }
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

/**
 * At a start and a sign-in: a subscription that the browser dropped or that is of another key is made anew, and the server told once a day.
 * What somebody chose here before they signed out, or were signed out, holds again.
 */
export async function renewPush(): Promise<void> {
  await lookUpPush()
  const { push: choice } = await readLeft()
  if (!choice || chosen.get() === undefined) return comeBack()
  const subscription = await subscriptionHere()
  const { offsetMinutes, zone } = clockHere()
  const isSameClock = offsetMinutes === choice.offsetMinutes && zone === choice.zone
  const isKnown = subscription.endpoint === choice.endpoint && isSameClock && Date.now() - choice.toldMs < dayMs
  if (!isKnown || choice.userId === undefined) await tell(subscription, choice)
}

/** Without a question: where the browser still allows it, and for the same person alone. */
async function comeBack(): Promise<void> {
  const { token } = session.get()
  const { waiting = [] } = await readLeft()
  if (token === undefined || waiting.length === 0 || pushAbility() !== 'able' || Notification.permission !== 'granted') return
  const id = await personHere()
  const wish = waiting.find(({ userId }) => userId === id)
  if (!wish) return
  const subscription = await subscriptionHere()
  if (session.get().token === token) await tell(subscription, wish)
}

/** Somebody signed out: nothing of theirs is shown here any more, nor what still arrives for them. What they chose waits for them. */
export async function leavePush(): Promise<void> {
  chosen.set(undefined)
  // The mark first: a message that arrives this moment is met by it.
  await changeLeft((left) => ({ token: '', reads: [], settings: {}, ...waitingOf(left) }))
  await Promise.all([unsubscribeDevice(), closeNotifications('all'), showUnread(0)])
}
