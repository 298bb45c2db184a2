import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import type { House } from '#server/house.ts'
import { writeNotices } from '#server/notice.ts'
import { tellByMail } from './mail.ts'
import { endAllSessions, endSessions } from './sessions.ts'
import { dropTickets } from './tickets.ts'
import type { Visitor } from './visitor.ts'

/** Changes of the sign-in details that the person is told of, in the inbox and by mail. */
export type SecurityChange =
  | 'passwordChanged'
  | 'passwordReset'
  | 'totpBound'
  | 'totpUnbound'
  | 'safePasswordSet'
  | 'safePasswordChanged'
  | 'passkeyStepOn'
  | 'passkeyStepOff'

type AfterCommit = (effect: () => void) => void

/** Tells the person, in the transaction of the change. */
export async function tellOfChange(
  house: House,
  sql: Sql,
  { userId, change }: { userId: string; change: SecurityChange },
  now: Instant,
  afterCommit: AfterCommit,
): Promise<void> {
  await writeNotices(
    house,
    sql,
    [{ userId, type: 'system', kind: change, params: {}, link: '/security', refType: 'account', refId: userId }],
    afterCommit,
  )
  await tellByMail(sql, { userId, kind: change, params: {} }, now)
}

/** Signs out everybody else on this account, half done sign-ins included; their open streams hear of it at once (server.md A8). */
export async function signOutOthers({ events }: House, sql: Sql, visitor: Visitor, now: Instant, afterCommit: AfterCommit): Promise<void> {
  await dropTickets(sql, visitor.userId)
  const ended = await endSessions(sql, visitor, 'others', now)
  afterCommit(() => ended.forEach((id) => events.sessionEnded(id)))
}

/** Signs out everybody on this account. */
export async function signOutAll({ events }: House, sql: Sql, userId: string, now: Instant, afterCommit: AfterCommit): Promise<void> {
  await dropTickets(sql, userId)
  const ended = await endAllSessions(sql, userId, now)
  afterCommit(() => ended.forEach((id) => events.sessionEnded(id)))
}
