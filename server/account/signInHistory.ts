import { createHash } from 'node:crypto'
import type { SignInRecord, SignInMethod } from '#contract/calls/profile.ts'
import { Refusal } from '#contract/refusals.ts'
import { asInstant, type Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext } from '../core/handlers.ts'
import { isRowId, newRowId } from '../core/ids.ts'
import { writeNotices } from '../notifications/writeNotices.ts'
import { readAddressHold, holdNewAddresses } from './holds.ts'
import { queueMail } from '../notifications/mail/mail.ts'
import { maskIp } from './sessions.ts'
import { deleteSignInTickets } from './tickets.ts'
import type { SignedInUser } from '../core/visitor.ts'

const keptMs = 180 * 24 * 3_600_000
const holdHours = 24

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
const deviceHash = (deviceId: string | undefined): Buffer | null => (deviceId === undefined ? null : sha256(deviceId))

interface Entry {
  userId: string
  way: SignInMethod
  /** 32 hex digits by which the device names itself, where it did. */
  deviceId?: string | undefined
}

/**
 * Keeps that somebody signed in, in the transaction that begins the session of `token`; a device that this person did not use before is
 * told of in the inbox and by mail. Their very first sign-in is not. Where neither named itself, devices are told apart by how they are
 * called.
 */
export async function recordSignInAndNotifyNewDevice(
  app: AppContext,
  sql: Sql,
  { userId, token, way, deviceId }: Entry & { token: string },
  { now, afterCommit }: Pick<RequestContext<'open'>, 'now' | 'afterCommit'>,
): Promise<void> {
  const [previous] = await sql.query<{ device: string; ip: string; is_known: boolean | null }>(
    `with begun as (
       insert into sign_in (id, account_id, session_id, way, ok, device, device_hash, ip, at_ms)
       select $1, account_id, id, $3, true, device, $4, ip, $5 from session where token_hash = $2 and account_id = $6
       returning account_id, device, ip)
     select device, ip, (
       select bool_or(disowned_ms is null
         and case when device_hash is null and $4::bytea is null then s.device = begun.device else coalesce(device_hash = $4, false) end)
       from sign_in s where s.account_id = begun.account_id and s.ok) as is_known from begun`,
    [newRowId(now), sha256(token), way, deviceHash(deviceId), now, userId],
  )
  // Null: there was no sign-in before this one.
  if (!previous || previous.is_known !== false) return
  const params = { device: previous.device, ip: maskIp(previous.ip) }
  await queueMail(sql, { userId, kind: 'newSignIn', params }, now)
  const notice = { userId, type: 'system', kind: 'newSignIn', params, link: '/sessions', refType: '', refId: '' } as const
  await writeNotices(app, sql, [notice], afterCommit)
}

/** Keeps that a sign-in to this account was refused. Give it the pool: a refusal rolls nothing of it back. */
export const recordRefusedSignIn = (
  db: Sql,
  { userId, way, deviceId, device, ip }: Entry & { device: string; ip: string },
  now: Instant,
): Promise<unknown> =>
  db.query('insert into sign_in (id, account_id, way, ok, device, device_hash, ip, at_ms) values ($1, $2, $3, false, $4, $5, $6, $7)', [
    newRowId(now),
    userId,
    way,
    device.slice(0, 80),
    deviceHash(deviceId),
    ip,
    now,
  ])

interface SignInRow {
  id: string
  session_id: string | null
  way: SignInMethod
  ok: boolean
  device: string
  ip: string
  at_ms: string
  disowned_ms: string | null
  is_open: boolean
}

/** A page of one's own sign-ins, newest first. */
export async function signInsPage(sql: Sql, visitor: SignedInUser, ask: { pageNo: number; pageSize: number }, now: Instant) {
  const [count] = await sql.query<{ total: string }>('select count(*) as total from sign_in where account_id = $1', [visitor.userId])
  const rows = await sql.query<SignInRow>(
    `select i.id, i.session_id, i.way, i.ok, i.device, i.ip, i.at_ms, i.disowned_ms,
       coalesce(s.ended_ms is null and s.expires_ms > $2, false) as is_open
     from sign_in i left join session s on s.id = i.session_id
     where i.account_id = $1 order by i.id desc limit $3 offset $4`,
    [visitor.userId, now, ask.pageSize, (ask.pageNo - 1) * ask.pageSize],
  )
  const total = Number(count?.total ?? 0)
  return {
    records: rows.map((row) => toSignIn(row, visitor)),
    total,
    size: ask.pageSize,
    current: ask.pageNo,
    pages: Math.ceil(total / ask.pageSize),
  }
}

const toSignIn = (row: SignInRow, visitor: SignedInUser): SignInRecord => ({
  id: row.id,
  createTime: asInstant(Number(row.at_ms)),
  device: row.device,
  ipMasked: maskIp(row.ip),
  way: row.way,
  ok: row.ok,
  isOpen: row.is_open,
  current: row.session_id === visitor.sessionId,
  disowned: row.disowned_ms !== null,
})

/**
 * "This was not me": ends the session of that sign-in and every sign-in that is half done, holds new withdrawal addresses for 24 h, and tells the person. Refuses notFound,
 * and stateConflict for the session that asks or when it was said before.
 */
export async function reportUnrecognizedSignIn(
  app: AppContext,
  id: string,
  { visitor, now, afterCommit }: Pick<RequestContext, 'visitor' | 'now' | 'afterCommit'>,
): Promise<{ ended: boolean; holdUntil: Instant }> {
  if (!isRowId(id)) throw new Refusal('notFound')
  const { userId, sessionId } = visitor
  return app.db.transaction(async (sql) => {
    const [row] = await sql.query<Omit<SignInRow, 'is_open'>>('select * from sign_in where id = $1 and account_id = $2 for update', [
      id,
      userId,
    ])
    if (!row) throw new Refusal('notFound')
    if (row.session_id === sessionId || row.disowned_ms !== null) throw new Refusal('stateConflict')
    await sql.query('update sign_in set disowned_ms = $2 where id = $1', [id, now])
    const ended = await sql.query<{ id: string }>(
      'update session set ended_ms = $2 where id = $1 and ended_ms is null and expires_ms > $2 returning id',
      [row.session_id, now],
    )
    await deleteSignInTickets(sql, userId)
    await holdNewAddresses(sql, userId, holdHours, 'signInDisowned', now)
    const params = { device: row.device, ip: maskIp(row.ip) }
    await queueMail(sql, { userId, kind: 'signInDisowned', params }, now)
    const notice = { userId, type: 'system', kind: 'signInDisowned', params, link: '/sessions', refType: '', refId: '' } as const
    await writeNotices(app, sql, [notice], afterCommit)
    for (const session of ended) afterCommit(() => app.events.sessionEnded(session.id))
    const hold = await readAddressHold(sql, userId, now)
    return { ended: ended.length > 0, holdUntil: hold?.until ?? now }
  })
}

/** Sign-ins are kept for half a year. */
export const deleteOldSignIns = (sql: Sql, nowMs: number): Promise<unknown> =>
  sql.query('delete from sign_in where at_ms < $1', [nowMs - keptMs])
