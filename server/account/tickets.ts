import { createHash, randomBytes } from 'node:crypto'
import type { Instant } from '#contract/time.ts'
import type { Database, Sql } from '#db/database.ts'

/** How long the second step may take (docs/rules/accounts.md). */
export const signInTicketSeconds = 300
const mostTries = 5

const hashOf = (ticket: string): Buffer => createHash('sha256').update(ticket).digest()

/** Says that the first factor was right: 32 random bytes in base64url. Only the hash is kept. */
export async function createSignInTicket(
  sql: Sql,
  { accountId, device }: { accountId: string; device: string },
  now: Instant,
): Promise<string> {
  const ticket = randomBytes(32).toString('base64url')
  await sql.query('insert into sign_in_ticket (ticket_hash, account_id, device, expires_ms) values ($1, $2, $3, $4)', [
    hashOf(ticket),
    accountId,
    device.slice(0, 80),
    now + signInTicketSeconds * 1000,
  ])
  return ticket
}

export interface SignInTicket {
  accountId: string
  device: string
  /** Wrong codes that are still allowed after the one being tried. */
  left: number
}

/** The ticket, with one try counted for good; undefined when it never was one, ran out, was used, or died of five wrong codes. */
export async function countSignInTicketTry(db: Database, ticket: string, now: Instant): Promise<SignInTicket | undefined> {
  const [row] = await db.query<{ account_id: string; device: string; tries: number }>(
    `update sign_in_ticket set tries = tries + 1 where ticket_hash = $1 and tries < $2 and expires_ms > $3
     returning account_id, device, tries`,
    [hashOf(ticket), mostTries, now],
  )
  return row && { accountId: row.account_id, device: row.device, left: mostTries - row.tries }
}

/** Whose ticket it is, without trying it; undefined as above. */
export async function ownerOfSignInTicket(sql: Sql, ticket: string, now: Instant): Promise<string | undefined> {
  const [row] = await sql.query<{ account_id: string }>(
    'select account_id from sign_in_ticket where ticket_hash = $1 and tries < $2 and expires_ms > $3',
    [hashOf(ticket), mostTries, now],
  )
  return row?.account_id
}

/** Uses it up; false when somebody else did, or the sign-in details changed meanwhile. */
export const tryConsumeSignInTicket = async (sql: Sql, ticket: string): Promise<boolean> =>
  (await sql.query('delete from sign_in_ticket where ticket_hash = $1 returning 1', [hashOf(ticket)])).length > 0

/** Sign-ins that are half done end with a change of the sign-in details. */
export const deleteSignInTickets = (sql: Sql, accountId: string): Promise<unknown> =>
  sql.query('delete from sign_in_ticket where account_id = $1', [accountId])

/** Deletes the tickets whose time is over, and the authenticators that were offered and not bound in theirs (`authenticator_offer`). */
export async function deleteExpiredSignInTicketsAndTotpOffers(sql: Sql, nowMs: number): Promise<void> {
  await sql.query('delete from sign_in_ticket where expires_ms < $1', [nowMs])
  await sql.query('delete from authenticator_offer where expires_ms < $1', [nowMs])
}
