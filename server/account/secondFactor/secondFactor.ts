import type { ValidatedCallInput } from '#contract/call.ts'
import type { SignInReply } from '#contract/calls/account.ts'
import type { contract } from '#contract/contract.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import type { AppContext } from '../../core/appContext.ts'
import type { RequestContext } from '../../core/handlers.ts'
import { requireTotpStep, consumeTotpStep } from './authenticator.ts'
import { needsSecondSignInStep, readSecondFactors, secondFactorMethods } from './factors.ts'
import { clearAuthProofAttempts } from '../lockout.ts'
import { findUser, type UserRow, serializeUser } from '../people.ts'
import { requireUnusedRecoveryCodeHash, markRecoveryCodeUsed } from './recoveryCodes.ts'
import { beginSession, deviceNameOfUserAgent } from '../sessions.ts'
import { recordRefusedSignIn, recordSignInAndNotifyNewDevice } from '../signInHistory.ts'
import { createSignInTicket, tryConsumeSignInTicket, type SignInTicket, signInTicketSeconds, countSignInTicketTry } from '../tickets.ts'

/** What somebody came in with. A passkey is both factors in one. */
type FirstFactor = 'password' | 'code' | 'wallet' | 'thirdParty' | 'passkey'

export interface FirstFactorSignIn {
  by: FirstFactor
  /** As the app names its device; else it is read from the user agent. */
  deviceName?: string | undefined
  /** 32 hex digits by which the device names itself. */
  deviceId?: string | undefined
}

/**
 * How every sign-in ends once its first factor was right: a session, or a ticket for the second step where the person has an
 * authenticator or wants a passkey to be asked for. A password that was changed meanwhile is refused as badCredentials.
 */
export async function startSessionOrSecondStep(
  app: AppContext,
  person: UserRow,
  { by, deviceName, deviceId }: FirstFactorSignIn,
  { now, ip, userAgent, afterCommit }: Pick<RequestContext<'open'>, 'now' | 'ip' | 'userAgent' | 'afterCommit'>,
): Promise<SignInReply> {
  const { db } = app
  const device = deviceName?.trim() || deviceNameOfUserAgent(userAgent)
  return db.transaction(async (sql) => {
    const passwordHash = await holdAsTheyAre(sql, person.id)
    if (by === 'password' && passwordHash !== person.password_hash) throw new Refusal('badCredentials')
    const factors = await readSecondFactors(sql, person.id)
    if (needsSecondSignInStep(factors) && by !== 'passkey') {
      const ticket = await createSignInTicket(sql, { accountId: person.id, device }, now)
      return { token: '' as const, needGoogle: 1 as const, ticket, methods: secondFactorMethods(factors), expireIn: signInTicketSeconds }
    }
    const session = await beginSession(sql, { accountId: person.id, device, ip }, now)
    await recordSignInAndNotifyNewDevice(app, sql, { userId: person.id, token: session.token, way: by, deviceId }, { now, afterCommit })
    return { ...session, needGoogle: 0 as const, userInfo: serializeUser(person, app) }
  })
}

/**
 * The person's sign-in details stand still until this transaction ends, so that a change that signs everybody out cannot miss a session
 * that is beginning. Gives the hash of the password.
 */
async function holdAsTheyAre(sql: Sql, userId: string): Promise<string | null> {
  const [row] = await sql.query<{ password_hash: string | null }>('select password_hash from account where id = $1 for share', [userId])
  if (!row) throw new Refusal('badCredentials')
  return row.password_hash
}

/** Finishes a sign-in by the authenticator or a recovery code. Refuses ticketExpired, totpWrong {left}, totpReplayed, recoveryCodeWrong {left} and proofLocked {minutes}. */
export async function signInWithAuthenticator(
  app: AppContext,
  ask: ValidatedCallInput<typeof contract.account.signInWithAuthenticator>,
  { now, ip, userAgent, afterCommit }: Pick<RequestContext<'open'>, 'now' | 'ip' | 'userAgent' | 'afterCommit'>,
) {
  const { db } = app
  const { ticket: text, googleCode, recoveryCode, deviceId } = ask
  if ((googleCode === undefined) === (recoveryCode === undefined))
    throw new Refusal('validation', { field: 'googleCode', rule: 'required' })
  const ticket = await countSignInTicketTry(db, text, now)
  if (!ticket) throw new Refusal('ticketExpired')
  const { accountId: userId, left } = ticket
  // What is slow, and what counts for good, is done before a connection is held.
  const take = await withLeft(left, () =>
    googleCode !== undefined ? takeOfTotp(db, userId, googleCode, now) : takeOfRecovery(db, userId, recoveryCode ?? '', now),
  ).catch(async (refusal: unknown) => {
    const refused = { userId, way: 'authenticator', deviceId, device: deviceNameOfUserAgent(userAgent), ip } as const
    if (refusal instanceof Refusal) await recordRefusedSignIn(db, refused, now)
    throw refusal
  })
  const reply = await endSecondStep(app, { text, ticket, take, way: 'authenticator', deviceId }, { now, ip, afterCommit })
  await clearAuthProofAttempts(db, googleCode !== undefined ? 'totpAtSignIn' : 'recoveryCode', userId)
  return reply
}

/**
 * Finishes a sign-in by its ticket: the passkey is the second step, and must be of the person whose first factor was right. `verify` gives whose it
 * is, or refuses. Refuses ticketExpired and passkeyFailed {reason}.
 */
export async function signInWithPasskeySecondStep(
  app: AppContext,
  { text, verify, deviceId }: { text: string; verify: () => Promise<string>; deviceId: string | undefined },
  { now, ip, userAgent, afterCommit }: Pick<RequestContext<'open'>, 'now' | 'ip' | 'userAgent' | 'afterCommit'>,
) {
  const ticket = await countSignInTicketTry(app.db, text, now)
  if (!ticket) throw new Refusal('ticketExpired')
  const { accountId: userId } = ticket
  try {
    if ((await verify()) !== userId) throw new Refusal('passkeyFailed', { reason: 'account' })
  } catch (refusal) {
    const refused = { userId, way: 'passkey', deviceId, device: deviceNameOfUserAgent(userAgent), ip } as const
    if (refusal instanceof Refusal) await recordRefusedSignIn(app.db, refused, now)
    throw refusal
  }
  return endSecondStep(app, { text, ticket, take: async () => {}, way: 'passkey', deviceId }, { now, ip, afterCommit })
}

interface Proven {
  /** The ticket as the app has it. */
  text: string
  ticket: SignInTicket
  /** Uses up what proved it, in the same transaction. */
  take: (sql: Sql) => Promise<unknown>
  way: 'authenticator' | 'passkey'
  deviceId: string | undefined
}

/** The second factor was right: the ticket is used up and a session begins. */
async function endSecondStep(
  app: AppContext,
  { text, ticket: { accountId: userId, device }, take, way, deviceId }: Proven,
  { now, ip, afterCommit }: Pick<RequestContext<'open'>, 'now' | 'ip' | 'afterCommit'>,
) {
  return app.db.transaction(async (sql) => {
    await holdAsTheyAre(sql, userId)
    if (!(await tryConsumeSignInTicket(sql, text))) throw new Refusal('ticketExpired')
    await take(sql)
    const person = await findUser(sql, { id: userId })
    if (!person) throw new Refusal('ticketExpired')
    const session = await beginSession(sql, { accountId: userId, device, ip }, now)
    await recordSignInAndNotifyNewDevice(app, sql, { userId, token: session.token, way, deviceId }, { now, afterCommit })
    return { ...session, needGoogle: 0 as const, userInfo: serializeUser(person, app) }
  })
}

async function takeOfTotp(db: Sql, userId: string, code: string, now: Instant) {
  const step = await requireTotpStep(db, { userId, code, kind: 'totpAtSignIn' }, now)
  return async (sql: Sql) => void (await consumeTotpStep(sql, userId, step))
}

async function takeOfRecovery(db: Sql, userId: string, code: string, now: Instant) {
  const hashed = await requireUnusedRecoveryCodeHash(db, userId, code, now)
  return (sql: Sql) => markRecoveryCodeUsed(sql, userId, hashed, now)
}

/** A wrong code says how many tries are left: whichever ends first, the ticket's or the person's. */
async function withLeft<T>(left: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (refusal) {
    if (!(refusal instanceof Refusal) || refusal.detail['left'] === undefined) throw refusal
    throw new Refusal(refusal.refusal, { left: Math.min(left, Number(refusal.detail['left'])) })
  }
}
