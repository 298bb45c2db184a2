import { createHash } from 'node:crypto'
import type { InboxNoticeType } from '#contract/calls/inbox.ts'
import type { PushTopic } from '#contract/calls/push.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import type { NoticeKind } from './noticeTexts.ts'

/** What of a notice decides how a device is told of it. */
interface Told {
  id: string
  user_id: string
  type: InboxNoticeType
  kind: string
  ref_type: string
  ref_id: string
}

const security: ReadonlySet<string> = new Set<NoticeKind>([
  'newSignIn',
  'signInDisowned',
  'signInAdded',
  'signInRemoved',
  'passkeyStepOn',
  'passkeyStepOff',
  'passkeyAdded',
  'passkeyRemoved',
  'phraseChanged',
  'phraseRemoved',
  'passwordChanged',
  'passwordReset',
  'totpBound',
  'totpUnbound',
  'safePasswordSet',
  'safePasswordChanged',
  'addressAdded',
  'accountAdded',
  'withdrawalRequested',
  'withdrawalPaid',
  'withdrawalHeld',
  'exportReady',
  'deletionAsked',
  'deletionUndone',
  'deletionWaits',
])

/** Money that is meant to please: not what somebody who takes a break of months is told of, though it is theirs. */
const incentives: ReadonlySet<string> = new Set<NoticeKind>([
  'levelBonus',
  'envelope',
  'teamIncome',
  'taskDone',
  'competitionPrize',
  'competitionEnded',
])

/** Whether it is about somebody's own orders and money, which they hear of whatever they take a break from (docs/rules/protection.md). */
export const isOrderOrMoneyNotice = ({ type, kind }: Pick<Told, 'type' | 'kind'>): boolean =>
  type === 'transaction' && !incentives.has(kind)

/** Whether it is about the safety of the account: told in quiet hours and breaks too, and never replaced by a later one. */
export const isSecurityNotice = (kind: string): boolean => security.has(kind)

/** What somebody chose to be told of, or not. Price alerts are a topic of their own. */
export const pushTopicOf = ({ type, ref_type }: Pick<Told, 'type' | 'ref_type'>): PushTopic => (ref_type === 'alert' ? 'alert' : type)

const hourMs = 3_600_000
/** How long it is worth telling: a price of an hour ago is none. */
export const pushTtlMsOfTopic = (topic: PushTopic): number => (topic === 'alert' ? hourMs : 24 * hourMs)

/** The same for whatever tells of the same thing later; 32 characters at most, as RFC 8030 has it. */
const tagOf = ({ id, kind, ref_type, ref_id }: Told): string =>
  ref_type === '' || isSecurityNotice(kind)
    ? `n-${id}`
    : createHash('sha256').update(`${ref_type}:${ref_id}`).digest('base64url').slice(0, 24)

/** Messages to every device of these people that is told of such things, in the caller's transaction. */
export async function queuePushesForNotices(sql: Sql, notices: readonly Told[], now: Instant): Promise<void> {
  if (notices.length === 0) return
  const topics = notices.map(pushTopicOf)
  await sql.query(
    `insert into push_outbox (device_id, notice_id, host, tag, created_ms, late_ms, due_ms)
     select device.id, told.notice_id, device.host, told.tag, $6, $6 + told.worth_ms, greatest($6, device.paused_ms)
     from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::bigint[]) as told (notice_id, user_id, topic, tag, worth_ms)
     join push_device device on device.user_id = told.user_id and told.topic = any (device.topics)
     order by told.notice_id`,
    [notices.map(({ id }) => id), notices.map(({ user_id }) => user_id), topics, notices.map(tagOf), topics.map(pushTtlMsOfTopic), now],
  )
}
