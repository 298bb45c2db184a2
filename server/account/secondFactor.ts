import type { Asked } from '#contract/call.ts'
import type { SignInReply } from '#contract/calls/account.ts'
import type { contract } from '#contract/contract.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import type { House } from '#server/house.ts'
import type { Asking } from '#server/http/handlers.ts'
import { stepTried, takeStep } from './authenticator.ts'
import { asksSecondStep, factorsOf, secondMethods } from './factors.ts'
import { forgiveProof } from './lockout.ts'
import { findPerson, type Person, toUser } from './people.ts'
import { recoveryCodeTried, takeRecoveryCode } from './recoveryCodes.ts'
import { beginSession, deviceOf } from './sessions.ts'
import { noteRefusedSignIn, noteSignIn } from './signInHistory.ts'
import { newTicket, spendTicket, type Ticket, ticketSeconds, tryTicket } from './tickets.ts'

/** What somebody came in with. A passkey is both factors in one. */
type FirstFactor = 'password' | 'code' | 'wallet' | 'thirdParty' | 'passkey'

export interface Entry {
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
export async function beginOrAsk(
  house: House,
  person: Person,
  { by, deviceName, deviceId }: Entry,
  { now, ip, userAgent, afterCommit }: Pick<Asking<'open'>, 'now' | 'ip' | 'userAgent' | 'afterCommit'>,
): Promise<SignInReply> {
  const { db, config } = house
  const device = deviceName?.trim() || deviceOf(userAgent)
  return db.transaction(async (sql) => {
    const passwordHash = await holdAsTheyAre(sql, person.id)
    if (by === 'password' && passwordHash !== person.password_hash) throw new Refusal('badCredentials')
    const factors = await factorsOf(sql, person.id)
    if (asksSecondStep(factors) && by !== 'passkey') {
      const ticket = await newTicket(sql, { accountId: person.id, device }, now)
      return { token: '' as const, needGoogle: 1 as const, ticket, methods: secondMethods(factors), expireIn: ticketSeconds }
    }
    const session = await beginSession(sql, { accountId: person.id, device, ip }, now)
    await noteSignIn(house, sql, { userId: person.id, token: session.token, way: by, deviceId }, { now, afterCommit })
    return { ...session, needGoogle: 0 as const, userInfo: toUser(person, config.env) }
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

/** Call 9. Refuses ticketExpired, totpWrong {left}, totpReplayed, recoveryCodeWrong {left} and proofLocked {minutes}. */
export async function signInWithAuthenticator(
  house: House,
  ask: Asked<typeof contract.account.signInWithAuthenticator>,
  { now, ip, userAgent, afterCommit }: Pick<Asking<'open'>, 'now' | 'ip' | 'userAgent' | 'afterCommit'>,
) {
  const { db } = house
  const { ticket: text, googleCode, recoveryCode, deviceId } = ask
  if ((googleCode === undefined) === (recoveryCode === undefined))
    throw new Refusal('validation', { field: 'googleCode', rule: 'required' })
  const ticket = await tryTicket(db, text, now)
  if (!ticket) throw new Refusal('ticketExpired')
  const { accountId: userId, left } = ticket
  // What is slow, and what counts for good, is done before a connection is held.
  const take = await withLeft(left, () =>
    googleCode !== undefined ? takeOfTotp(db, userId, googleCode, now) : takeOfRecovery(db, userId, recoveryCode ?? '', now),
  ).catch(async (refusal: unknown) => {
    const refused = { userId, way: 'authenticator', deviceId, device: deviceOf(userAgent), ip } as const
    if (refusal instanceof Refusal) await noteRefusedSignIn(db, refused, now)
    throw refusal
  })
  const reply = await endSecondStep(house, { text, ticket, take, way: 'authenticator', deviceId }, { now, ip, afterCommit })
  await forgiveProof(db, googleCode !== undefined ? 'totpAtSignIn' : 'recoveryCode', userId)
  return reply
}

/**
 * Call 27 with a ticket: the passkey is the second step, and must be of the person whose first factor was right. `verify` gives whose it
 * is, or refuses. Refuses ticketExpired and passkeyFailed {reason}.
 */
export async function signInWithSecondPasskey(
  house: House,
  { text, verify, deviceId }: { text: string; verify: () => Promise<string>; deviceId: string | undefined },
  { now, ip, userAgent, afterCommit }: Pick<Asking<'open'>, 'now' | 'ip' | 'userAgent' | 'afterCommit'>,
) {
  const ticket = await tryTicket(house.db, text, now)
  if (!ticket) throw new Refusal('ticketExpired')
  const { accountId: userId } = ticket
  try {
    if ((await verify()) !== userId) throw new Refusal('passkeyFailed', { reason: 'account' })
  } catch (refusal) {
    const refused = { userId, way: 'passkey', deviceId, device: deviceOf(userAgent), ip } as const
    if (refusal instanceof Refusal) await noteRefusedSignIn(house.db, refused, now)
    throw refusal
  }
  return endSecondStep(house, { text, ticket, take: async () => {}, way: 'passkey', deviceId }, { now, ip, afterCommit })
}

interface Proven {
  /** The ticket as the app has it. */
  text: string
  ticket: Ticket
  /** Uses up what proved it, in the same transaction. */
  take: (sql: Sql) => Promise<unknown>
  way: 'authenticator' | 'passkey'
  deviceId: string | undefined
}

/** The second factor was right: the ticket is used up and a session begins. */
async function endSecondStep(
  house: House,
  { text, ticket: { accountId: userId, device }, take, way, deviceId }: Proven,
  { now, ip, afterCommit }: Pick<Asking<'open'>, 'now' | 'ip' | 'afterCommit'>,
) {
  return house.db.transaction(async (sql) => {
    await holdAsTheyAre(sql, userId)
    if (!(await spendTicket(sql, text))) throw new Refusal('ticketExpired')
    await take(sql)
    const person = await findPerson(sql, { id: userId })
    if (!person) throw new Refusal('ticketExpired')
    const session = await beginSession(sql, { accountId: userId, device, ip }, now)
    await noteSignIn(house, sql, { userId, token: session.token, way, deviceId }, { now, afterCommit })
    return { ...session, needGoogle: 0 as const, userInfo: toUser(person, house.config.env) }
  })
}

async function takeOfTotp(db: Sql, userId: string, code: string, now: Instant) {
  const step = await stepTried(db, { userId, code, kind: 'totpAtSignIn' }, now)
  return async (sql: Sql) => void (await takeStep(sql, userId, step))
}

async function takeOfRecovery(db: Sql, userId: string, code: string, now: Instant) {
  const hashed = await recoveryCodeTried(db, userId, code, now)
  return (sql: Sql) => takeRecoveryCode(sql, userId, hashed, now)
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
