import type { PushTopic } from '#contract/calls/push.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Instant } from '#contract/time.ts'
import type { Database, Sql } from '#db/database.ts'
import { newRowId } from '../../core/ids.ts'
import type { PushDeviceKeys } from './seal.ts'

/** Hours in which a device is not told, in minutes after midnight on its own clock; from and to the same is none. */
export interface DeviceQuietHours {
  from: number
  to: number
  /** As it was told last. */
  offsetMinutes: number
  /** An IANA zone, where the device named one that is known here. */
  zone?: string | undefined
}

interface NewDevice extends PushDeviceKeys {
  userId: string
  sessionId: string
  endpoint: string
  host: string
  topics: readonly PushTopic[]
  quiet: DeviceQuietHours | undefined
}

const mostDevices = 10

/**
 * Keeps where this session's browser is told, in place of what it had before. Refuses tooManyDevices, and validation of an endpoint that
 * is somebody else's.
 */
export const storePushDevice = (db: Database, device: NewDevice, now: Instant): Promise<void> =>
  db.transaction(async (sql) => {
    await sql.query('select from account where id = $1 for no key update', [device.userId])
    // A session that ends at this moment takes its device with it: one of the two waits for the other.
    const live = await sql.query('select from session where id = $1 and ended_ms is null for share', [device.sessionId])
    if (live.length === 0) throw new Refusal('unauthorized')
    await leaveOther(sql, device)
    const isKnown = (await sql.query('select from push_device where endpoint = $1', [device.endpoint])).length > 0
    if (!isKnown) await refuseMore(sql, device, now)
    await write(sql, device, now)
  })

/** The same browser, with somebody else signed in: what the other was told there ends. Its keys show that it is the same. */
async function leaveOther(sql: Sql, { userId, sessionId, endpoint, auth }: NewDevice): Promise<void> {
  await sql.query('delete from push_device where endpoint = $1 and user_id <> $2 and auth = $3', [endpoint, userId, auth])
  await sql.query('delete from push_device where session_id = $1 and endpoint <> $2', [sessionId, endpoint])
}

/** A device whose session ran out is told nothing and stands in no list of sessions: it gives way. */
async function refuseMore(sql: Sql, { userId }: NewDevice, now: Instant): Promise<void> {
  await sql.query('delete from push_device using session where session.id = session_id and user_id = $1 and expires_ms <= $2', [
    userId,
    now,
  ])
  const [row] = await sql.query<{ count: number }>('select count(*)::int as count from push_device where user_id = $1', [userId])
  if ((row?.count ?? 0) >= mostDevices) throw new Refusal('tooManyDevices')
}

async function write(sql: Sql, device: NewDevice, now: Instant): Promise<void> {
  const { userId, sessionId, endpoint, host, p256dh, auth, topics, quiet } = device
  const written = await sql.query(
    `insert into push_device as known
       (id, user_id, session_id, endpoint, host, p256dh, auth, topics, quiet_from, quiet_to, offset_minutes, zone, created_ms)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     on conflict (endpoint) do update set session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth,
       topics = excluded.topics, quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to, offset_minutes = excluded.offset_minutes,
       zone = excluded.zone, refused = 0
     where known.user_id = excluded.user_id
     returning id`,
    [
      newRowId(now),
      userId,
      sessionId,
      endpoint,
      host,
      p256dh,
      auth,
      [...new Set(topics)],
      quiet?.from ?? null,
      quiet?.to ?? null,
      quiet?.offsetMinutes ?? null,
      quiet?.zone ?? null,
      now,
    ],
  )
  if (written.length === 0) throw new Refusal('validation', { field: 'endpoint', rule: 'taken' })
}

/** This person's device is told nothing more; another's stays. */
export const deleteOwnPushDevice = (sql: Sql, userId: string, endpoint: string): Promise<unknown> =>
  sql.query('delete from push_device where endpoint = $1 and user_id = $2', [endpoint, userId])
