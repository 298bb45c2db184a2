import type { AppContext } from '../../core/appContext.ts'
import { parseLanguageCode } from '../../core/i18n.ts'
import { log } from '../../core/log.ts'
import { type NoticeKind, noticeTextsByKind } from '../noticeTexts.ts'
import { isOrderOrMoneyNotice, isSecurityNotice, pushTopicOf, pushTtlMsOfTopic } from '../queuePush.ts'
import type { DeviceQuietHours } from './devices.ts'
import {
  deletePushMessage,
  deletePushDevice,
  deferPushMessage,
  deferDevicePushMessages,
  recordPushRejection,
  markPushDelivered,
  claimDuePushMessages,
  type PushOutboxMessage,
} from './outbox.ts'
import { isUrgentPush, pushPayloadOf } from './payload.ts'
import { nextQuietHoursStart, endOfQuietHours } from './quietHours.ts'
import type { PushMessage, PushOutcome, PushSender } from './send.ts'

const atOnce = 128
const perHost = 8
/** Room that hosts which do not answer never take from the others. */
const mostSlow = atOnce / 2
const mostSlowHosts = 500

export interface PushDispatcher {
  /** Begins to send what is due, as far as there is room. */
  poll(): Promise<void>
  /** Waits until nothing is under way. */
  settle(): Promise<void>
}

/** Keeps count of what is under way, so that a host that hangs holds only its own. `onFreed`: there is room again. */
export function createPushDispatcher(app: AppContext, sender: PushSender, onFreed: () => void = () => {}): PushDispatcher {
  const underWay = new Set<Promise<void>>()
  const hosts = new Map<string, number>()
  /** Did not answer the last time: one try at a time until it does. */
  const slow = new Set<string>()

  const start = (row: PushOutboxMessage): void => {
    hosts.set(row.host, (hosts.get(row.host) ?? 0) + 1)
    const work = sendOne(app, sender, row)
      .then((outcome) => {
        if (outcome) slow.delete(row.host)
        if (outcome?.kind === 'later' && outcome.isSlow) slow.add(row.host)
        if (slow.size > mostSlowHosts) slow.delete(slow.values().next().value!)
      })
      .catch((error: unknown) => log.error(`message ${row.id} to a device could not be handled`, error))
      .finally(() => {
        underWay.delete(work)
        const left = (hosts.get(row.host) ?? 1) - 1
        if (left === 0) hosts.delete(row.host)
        else hosts.set(row.host, left)
        onFreed()
      })
    underWay.add(work)
  }

  const busy = () => {
    const names = [...new Set([...hosts.keys(), ...slow])]
    const slowUnderWay = [...slow].reduce((sum, name) => sum + (hosts.get(name) ?? 0), 0)
    const closed = slowUnderWay >= mostSlow ? perHost : perHost - 1
    const counts = names.map((name) => (hosts.get(name) ?? 0) + (slow.has(name) ? closed : 0))
    return { free: atOnce - underWay.size, perHost, hosts: names, counts }
  }

  return {
    poll: async () => {
      while (underWay.size < atOnce) {
        const rows = await claimDuePushMessages(app.db, app.clock.now(), busy())
        if (rows.length === 0) return
        rows.forEach(start)
      }
    },
    settle: async () => {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}

/** What becomes of one message. Undefined where the endpoint was not asked. */
async function sendOne({ db, clock, config }: AppContext, sender: PushSender, row: PushOutboxMessage): Promise<PushOutcome | undefined> {
  const now = clock.now()
  // A kind of a newer release than this server is left to one that has its words.
  if (!Object.hasOwn(noticeTextsByKind, row.kind) && Number(row.late_ms) > now) return undefined
  const untilMs = isWanted(row, now) ? heldUntil(row, now) : 0
  if (untilMs === 0) {
    await deletePushMessage(db, row.id)
    return undefined
  }
  if (untilMs !== undefined) {
    await deferPushMessage(db, row.id, untilMs, pushTtlMsOfTopic(pushTopicOf(row)))
    return undefined
  }
  const outcome = await sender.send(messageOf(row, now, config.env === 'sandbox'), now)
  if (outcome.kind === 'taken') await markPushDelivered(db, row)
  else if (outcome.kind === 'gone') await deletePushDevice(db, row.device_id)
  else if (outcome.kind === 'refused') await recordPushRejection(db, row)
  else if (outcome.waitMs !== undefined) await deferDevicePushMessages(db, row.device_id, clock.now() + outcome.waitMs)
  if (outcome.kind === 'refused' || outcome.kind === 'later') {
    log.error(`message ${row.id} (${row.kind}) was not taken by ${row.host} at try ${row.tries}: ${outcome.why}`)
  }
  return outcome
}

/** Whether there still is somebody to tell, who wants to know, and something that they do not know. */
function isWanted(row: PushOutboxMessage, now: number): boolean {
  if (row.endpoint === null || row.read_ms !== null || row.replaced || Number(row.late_ms) <= now) return false
  if (!row.topics.includes(pushTopicOf(row))) return false
  // During a self-exclusion nothing but what concerns somebody's own orders, and the safety of the account (docs/rules/protection.md).
  return !row.excluded || isOrderOrMoneyNotice(row) || isSecurityNotice(row.kind)
}

function heldUntil(row: PushOutboxMessage, now: number): number | undefined {
  const quiet = quietOf(row)
  return quiet && endOfQuietHours(quiet, now)
}

/** How long the push service keeps it for a device that is off: not into the quiet hours that come next. */
function ttlSecondsOf(row: PushOutboxMessage, now: number): number {
  const quiet = quietOf(row)
  const untilMs = Math.min(Number(row.late_ms), quiet ? nextQuietHoursStart(quiet, now) : Infinity)
  return Math.max(1, Math.floor((untilMs - now) / 1000))
}

/** The hours that hold this message; none where there are none, or where it is about security. */
function quietOf({ kind, quiet_from, quiet_to, offset_minutes, zone }: PushOutboxMessage): DeviceQuietHours | undefined {
  if (quiet_from === null || quiet_to === null || offset_minutes === null || isSecurityNotice(kind)) return undefined
  return { from: quiet_from, to: quiet_to, offsetMinutes: offset_minutes, zone: zone ?? undefined }
}

function messageOf(row: PushOutboxMessage, now: number, sandbox: boolean): PushMessage {
  const topic = pushTopicOf(row)
  const payload = pushPayloadOf({
    noticeId: row.notice_id,
    kind: row.kind as NoticeKind,
    params: row.params,
    link: row.link,
    topic,
    tag: row.tag,
    lang: parseLanguageCode(row.lang) ?? 'en-us',
    atMs: Number(row.created_ms),
    unread: row.unread,
    hidesAmounts: row.hides,
    sandbox,
  })
  return {
    endpoint: row.endpoint!,
    keys: { p256dh: row.p256dh, auth: row.auth },
    text: JSON.stringify(payload),
    ttlSeconds: ttlSecondsOf(row, now),
    urgency: isUrgentPush(row.kind, topic) ? 'high' : topic === 'task' ? 'low' : 'normal',
    tag: row.tag,
  }
}
