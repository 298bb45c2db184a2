import { createHash, randomBytes } from 'node:crypto'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'

export type AuthChallengePurpose = 'passkeyAdd' | 'passkeySignIn' | 'passkeyStepUp' | 'wallet' | 'thirdParty'

/** What was asked of whom; `accountId` is null where anybody may answer and '0' where nobody can. */
export interface AuthChallenge<Facts extends object = Record<string, unknown>> {
  accountId: string | null
  facts: Facts
}

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** A text that nobody can guess; it begins with a letter, so that it is text wherever it is read. */
export const newAuthChallengeText = (): string => `c${randomBytes(24).toString('hex')}`

/** Remembers what must be answered once within `lifeMs`. Only the hash of its text is kept. */
export const storeAuthChallenge = (
  sql: Sql,
  challenge: AuthChallenge<object> & { purpose: AuthChallengePurpose; text: string; lifeMs: number },
  now: Instant,
): Promise<unknown> =>
  sql.query('insert into sign_in_challenge (hash, purpose, account_id, facts, expires_ms) values ($1, $2, $3, $4, $5)', [
    hashOf(challenge.text),
    challenge.purpose,
    challenge.accountId,
    JSON.stringify(challenge.facts),
    now + challenge.lifeMs,
  ])

interface Row<Facts extends object> {
  account_id: string | null
  facts: Facts
}

/** Uses it up, for that purpose alone; undefined when it never was, is past its time or was used. In the caller's transaction. */
export async function tryConsumeAuthChallenge<Facts extends object>(
  sql: Sql,
  purpose: AuthChallengePurpose,
  text: string,
  now: Instant,
): Promise<AuthChallenge<Facts> | undefined> {
  const [row] = await sql.query<Row<Facts>>(
    'delete from sign_in_challenge where hash = $1 and purpose = $2 and expires_ms > $3 returning account_id, facts',
    [hashOf(text), purpose, now],
  )
  return row && { accountId: row.account_id, facts: row.facts }
}

/** Adds to its facts while `without` is not among them yet; undefined where it is, or where there is no such challenge. */
export async function tryAddAuthChallengeFacts<Facts extends object>(
  sql: Sql,
  ask: { purpose: AuthChallengePurpose; text: string; without: string; facts: object },
  now: Instant,
): Promise<AuthChallenge<Facts> | undefined> {
  const [row] = await sql.query<Row<Facts>>(
    `update sign_in_challenge set facts = facts || $4::jsonb
     where hash = $1 and purpose = $2 and expires_ms > $3 and not facts ? $5 returning account_id, facts`,
    [hashOf(ask.text), ask.purpose, now, JSON.stringify(ask.facts), ask.without],
  )
  return row && { accountId: row.account_id, facts: row.facts }
}

/** Looks at it without using it up. */
export async function readAuthChallenge<Facts extends object>(
  sql: Sql,
  purpose: AuthChallengePurpose,
  text: string,
  now: Instant,
): Promise<AuthChallenge<Facts> | undefined> {
  const [row] = await sql.query<Row<Facts>>(
    'select account_id, facts from sign_in_challenge where hash = $1 and purpose = $2 and expires_ms > $3',
    [hashOf(text), purpose, now],
  )
  return row && { accountId: row.account_id, facts: row.facts }
}

export const deleteExpiredAuthChallenges = (sql: Sql, nowMs: number): Promise<unknown> =>
  sql.query('delete from sign_in_challenge where expires_ms <= $1', [nowMs])
