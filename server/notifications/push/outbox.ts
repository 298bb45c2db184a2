import type { InboxNoticeType } from '#contract/calls/inbox.ts'
import type { PushTopic } from '#contract/calls/push.ts'
import type { Database, Sql } from '#db/database.ts'

/** A message that is being sent, with all that decides whether and how. What is null is not there any more. */
export interface PushOutboxMessage {
  id: string
  device_id: string
  host: string
  tag: string
  created_ms: string
  late_ms: string
  tries: number
  notice_id: string
  user_id: string
  type: InboxNoticeType
  kind: string
  params: Record<string, string>
  link: string
  ref_type: string
  read_ms: string | null
  lang: string
  hides: boolean
  /** Whether the person takes a break of months from trading. */
  excluded: boolean
  unread: number
  replaced: boolean
  endpoint: string | null
  p256dh: Buffer
  auth: Buffer
  topics: PushTopic[]
  quiet_from: number | null
  quiet_to: number | null
  offset_minutes: number | null
  zone: string | null
}

/** Which hosts have how many messages under way from here. */
interface UnderWay {
  free: number
  perHost: number
  hosts: readonly string[]
  counts: readonly number[]
}

/** The longest that one message can take is less, so nobody takes it up while it is being sent. */
const leaseMs = 30_000
const mostWaitMs = 3_600_000

/**
 * Messages that nobody else sends now, few for each host, first tries first. Taking one is a try: it is due again, later each time, unless
 * it goes out. A device belongs to a message while its session lives and it is still that person's.
 */
export const claimDuePushMessages = (db: Database, now: number, { free, perHost, hosts, counts }: UnderWay): Promise<PushOutboxMessage[]> =>
  db.query<PushOutboxMessage>(
    `with recursive
     busy as (select * from unnest($5::text[], $6::int[]) as busy (host, count)),
     -- Host by host, so that what waits for one that is busy is not even looked at.
     named (host) as (
       (select host from push_outbox order by host limit 1)
       union all
       select (select later.host from push_outbox later where later.host > named.host order by later.host limit 1)
       from named where named.host is not null),
     due as (
       select next.* from named left join busy on busy.host = named.host
       cross join lateral (
         select id, tries, due_ms from push_outbox waits where waits.host = named.host and due_ms <= $1
         order by due_ms, id limit greatest(0, $4::int - coalesce(busy.count, 0))) next),
     mine as (
       select id from push_outbox where due_ms <= $1 and id in (select id from due order by tries > 0, due_ms, id limit $3)
       for update skip locked),
     taken as (
       update push_outbox m set tries = m.tries + 1,
         due_ms = $1 + least(${leaseMs} * (1 << least(m.tries, 20))::bigint, ${mostWaitMs}) * (1 + random() / 5)
       from mine where m.id = mine.id returning m.*)
     select taken.id, taken.device_id, taken.host, taken.tag, taken.created_ms, taken.late_ms, taken.tries, notice.id as notice_id,
       notice.user_id, notice.type, notice.kind, notice.params, notice.link, notice.ref_type, notice.read_ms, account.lang,
       coalesce(account.settings ->> 'hideBalance', '0') <> '0' as hides,
       exists (select from trading_break own
         where own.user_id = notice.user_id and own.kind = 'exclusion' and own.from_ms <= $1 and own.until_ms > $1) as excluded,
       (select count(*)::int from inbox_notice unread where unread.user_id = notice.user_id and unread.read_ms is null) as unread,
       exists (select from push_outbox later
         where later.device_id = taken.device_id and later.tag = taken.tag and later.id > taken.id) as replaced,
       device.endpoint, device.p256dh, device.auth, device.topics, device.quiet_from, device.quiet_to, device.offset_minutes, device.zone
     from taken
     join inbox_notice notice on notice.id = taken.notice_id
     left join account on account.id = notice.user_id
     left join (push_device device join session on session.id = device.session_id and session.ended_ms is null and session.expires_ms > $2)
       on device.id = taken.device_id and device.user_id = notice.user_id`,
    [now, now, free, perHost, hosts, counts],
  )

/** It went out, or need not. */
export const deletePushMessage = (sql: Sql, id: string): Promise<unknown> => sql.query('delete from push_outbox where id = $1', [id])

/** It waits until then as if it had not been tried, and is worth telling for as long afterwards. */
export const deferPushMessage = (sql: Sql, id: string, untilMs: number, worthMs: number): Promise<unknown> =>
  sql.query('update push_outbox set due_ms = $2, late_ms = greatest(late_ms, $3), tries = 0 where id = $1', [
    id,
    untilMs,
    untilMs + worthMs,
  ])

/** The push service asked for a pause: whatever is for this device waits until then. */
export const deferDevicePushMessages = (sql: Sql, deviceId: string, untilMs: number): Promise<unknown> =>
  sql.query(
    `with paused as (update push_device set paused_ms = greatest(paused_ms, $2) where id = $1)
     update push_outbox set due_ms = greatest(due_ms, $2) where device_id = $1`,
    [deviceId, untilMs],
  )

/** It was taken; the device is in order. */
export const markPushDelivered = (sql: Sql, { id, device_id }: Pick<PushOutboxMessage, 'id' | 'device_id'>): Promise<unknown> =>
  sql.query(
    `with gone as (delete from push_outbox where id = $1)
     update push_device set refused = 0, paused_ms = 0 where id = $2 and (refused > 0 or paused_ms > 0)`,
    [id, device_id],
  )

/** The endpoint is no more: nothing is sent there again. */
export const deletePushDevice = (sql: Sql, deviceId: string): Promise<unknown> =>
  sql.query('with gone as (delete from push_outbox where device_id = $1) delete from push_device where id = $1', [deviceId])

const mostRefused = 5

/** The endpoint would not take it, and would not tomorrow. After a few of those in a row the device goes. */
export async function recordPushRejection(sql: Sql, { id, device_id }: Pick<PushOutboxMessage, 'id' | 'device_id'>): Promise<void> {
  const [device] = await sql.query<{ refused: number }>(
    `with gone as (delete from push_outbox where id = $1)
     update push_device set refused = refused + 1 where id = $2 returning refused`,
    [id, device_id],
  )
  if ((device?.refused ?? 0) >= mostRefused) await deletePushDevice(sql, device_id)
}
