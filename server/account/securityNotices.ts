import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import type { AppContext } from '../core/appContext.ts'
import { writeNotices } from '../notifications/writeNotices.ts'
import { queueMail } from '../notifications/mail/mail.ts'
import { endAllSessions, endSessionOrOthers } from './sessions.ts'
import { deleteSignInTickets } from './tickets.ts'
import type { SignedInUser } from '../core/visitor.ts'
import type { AfterCommit } from '../core/transactions.ts'

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

/** Tells the person, in the transaction of the change. */
export async function notifySecurityChange(
  app: AppContext,
  sql: Sql,
  { userId, change }: { userId: string; change: SecurityChange },
  now: Instant,
  afterCommit: AfterCommit,
): Promise<void> {
  await writeNotices(
    app,
    sql,
    [{ userId, type: 'system', kind: change, params: {}, link: '/security', refType: 'account', refId: userId }],
    afterCommit,
  )
  await queueMail(sql, { userId, kind: change, params: {} }, now)
}

/** Signs out everybody else on this account, half done sign-ins included; their open streams hear of it at once. */
export async function signOutOtherSessions(
  { events }: AppContext,
  sql: Sql,
  visitor: SignedInUser,
  now: Instant,
  afterCommit: AfterCommit,
): Promise<void> {
  await deleteSignInTickets(sql, visitor.userId)
  const ended = await endSessionOrOthers(sql, visitor, 'others', now)
  afterCommit(() => ended.forEach((id) => events.sessionEnded(id)))
}

/** Signs out everybody on this account. */
export async function signOutAllSessions(
  { events }: AppContext,
  sql: Sql,
  userId: string,
  now: Instant,
  afterCommit: AfterCommit,
): Promise<void> {
  await deleteSignInTickets(sql, userId)
  const ended = await endAllSessions(sql, userId, now)
  afterCommit(() => ended.forEach((id) => events.sessionEnded(id)))
}
