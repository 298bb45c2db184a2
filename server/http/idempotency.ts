import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { Refusal } from '#contract/refusals.ts'
import type { Database, Sql } from '#db/database.ts'
import { canonicalJson } from './json.ts'

const keepMs = 24 * 3_600_000
const recentMs = 3_000
/** How long somebody may take to answer whether the same is to be done again. */
const againMs = 60_000
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** One call that must happen once (docs/rules/wire.md). */
export interface IdempotentCall {
  /** '' for a visitor who is not signed in. */
  userId: string
  path: string
  requestId: string | undefined
  body: Record<string, unknown>
  /** The same body under another id within three seconds is refused: for calls that move money. */
  refuseRecent: boolean
  nowMs: number
}

/**
 * The first answer to this request id, made by `work` inside the transaction that also keeps it. A repeat gets it word for word, also
 * with another confirm token; one that comes while the first is still at work waits for it on the unique key. A refusal keeps nothing,
 * but for duplicateRecent of a body without `again: true`: the same with it is then let through once.
 */
export async function runIdempotent(db: Database, ask: IdempotentCall, work: (sql: Sql) => Promise<string>): Promise<string> {
  try {
    return await onceIn(db, ask, work)
  } catch (refusal) {
    // After the transaction was rolled back, so that it stays. A refused repeat permits nothing: of several at once the next would take it.
    if (refusal instanceof Refusal && refusal.refusal === 'duplicateRecent' && ask.body['again'] !== true) await noteRefused(db, ask)
    throw refusal
  }
}

async function onceIn(db: Database, ask: IdempotentCall, work: (sql: Sql) => Promise<string>): Promise<string> {
  const { requestId } = ask
  if (requestId === undefined || !uuid.test(requestId)) throw new Refusal('requestIdRequired')
  const seal = hiddenBy(requestId.toLowerCase())
  return db.transaction(async (sql) => {
    const key = [ask.userId, ask.path, seal.requestHash]
    const { confirmToken: _, again: _again, ...intent } = ask.body
    const bodyMark = seal.mark(canonicalJson(intent))
    const isFirst = await claim(sql, key, bodyMark, ask.nowMs)
    if (!isFirst) return earlierAnswer(sql, key, bodyMark, seal)
    if (ask.refuseRecent) await refuseRecent(sql, ask)
    const answer = await work(sql)
    await sql.query('update once_answer set answer = $4 where user_id = $1 and path = $2 and request_hash = $3', [
      ...key,
      seal.hide(answer),
    ])
    return answer
  })
}

async function claim(sql: Sql, key: unknown[], bodyMark: Buffer, nowMs: number): Promise<boolean> {
  const rows = await sql.query(
    `insert into once_answer as kept (user_id, path, request_hash, body_mark, expires_ms) values ($1, $2, $3, $4, $5)
     on conflict (user_id, path, request_hash) do update
       set body_mark = excluded.body_mark, answer = null, expires_ms = excluded.expires_ms where kept.expires_ms <= $6
     returning 1`,
    [...key, bodyMark, nowMs + keepMs, nowMs],
  )
  return rows.length > 0
}

async function earlierAnswer(sql: Sql, key: unknown[], bodyMark: Buffer, seal: Hiding): Promise<string> {
  const [stored] = await sql.query<{ body_mark: Buffer; answer: Buffer | null }>(
    'select body_mark, answer from once_answer where user_id = $1 and path = $2 and request_hash = $3',
    key,
  )
  if (!stored?.answer || !stored.body_mark.equals(bodyMark)) throw new Refusal('idempotencyMismatch')
  return seal.show(stored.answer)
}

/** A second one at the same moment waits here for the first: refused when that commits, let through when it was refused itself. */
async function refuseRecent(sql: Sql, ask: IdempotentCall): Promise<void> {
  const { userId, path, body, nowMs } = ask
  const bodyHash = recentHash(body)
  if (body['again'] === true && (await takeRefused(sql, ask, bodyHash))) return
  const rows = await sql.query(
    `insert into once_recent as newest (user_id, path, body_hash, at_ms) values ($1, $2, $3, $4)
     on conflict (user_id, path, body_hash) do update set at_ms = excluded.at_ms, refused_ms = null where newest.at_ms <= $5
     returning 1`,
    [userId, path, bodyHash, nowMs, nowMs - recentMs],
  )
  if (rows.length === 0) throw new Refusal('duplicateRecent')
}

/** The person was asked and said yes: one repeat for each refusal, within a minute of it. */
async function takeRefused(sql: Sql, { userId, path, nowMs }: IdempotentCall, bodyHash: Buffer): Promise<boolean> {
  const rows = await sql.query(
    `update once_recent set at_ms = $4, refused_ms = null
     where user_id = $1 and path = $2 and body_hash = $3 and refused_ms > $5 returning 1`,
    [userId, path, bodyHash, nowMs, nowMs - againMs],
  )
  return rows.length > 0
}

const noteRefused = (db: Database, { userId, path, body, nowMs }: IdempotentCall): Promise<unknown> =>
  db.query('update once_recent set refused_ms = $4 where user_id = $1 and path = $2 and body_hash = $3', [
    userId,
    path,
    recentHash(body),
    nowMs,
  ])

// Another proof makes no other order; and what is kept under a plain hash must not let six digits be guessed.
function recentHash(body: Record<string, unknown>): Buffer {
  const { confirmToken: _, safePassword: _1, googleCode: _2, stepUpToken: _3, again: _4, ...order } = body
  return createHash('sha256').update(canonicalJson(order)).digest()
}

/**
 * Marks a confirm token as used, in the transaction of its order; false when an order was made with it already. One that is used at the
 * same moment waits here for the other, and is free again when that is refused.
 */
export async function tryConsumeConfirmToken(sql: Sql, token: string, nowMs: number): Promise<boolean> {
  const tokenHash = createHash('sha256').update(token).digest()
  const rows = await sql.query('insert into confirm_used (token_hash, at_ms) values ($1, $2) on conflict do nothing returning 1', [
    tokenHash,
    nowMs,
  ])
  return rows.length > 0
}

/** Deletes answers and used confirm tokens after 24 hours, and recent bodies after a minute. */
export async function deleteExpiredIdempotencyRecords(sql: Sql, nowMs: number): Promise<void> {
  await sql.query('delete from once_answer where expires_ms <= $1', [nowMs])
  await sql.query('delete from once_recent where at_ms < $1 and coalesce(refused_ms, 0) < $1', [nowMs - againMs])
  await sql.query('delete from confirm_used where at_ms < $1', [nowMs - keepMs])
}

type Hiding = ReturnType<typeof hiddenBy>

// Answers may hold a token and bodies a password. Only the sender has the request id, so what is kept under it
// can be read by a repeat and by nobody who only has the database.
function hiddenBy(requestId: string) {
  const secret = createHash('sha512').update(`answer ${requestId}`).digest()
  const cipherKey = secret.subarray(0, 32)
  return {
    requestHash: createHash('sha256').update(requestId).digest(),
    mark: (body: string): Buffer => createHmac('sha256', secret.subarray(32)).update(body).digest(),
    hide(answer: string): Buffer {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', cipherKey, iv)
      return Buffer.concat([iv, cipher.update(answer, 'utf8'), cipher.final(), cipher.getAuthTag()])
    },
    show(hidden: Buffer): string {
      const decipher = createDecipheriv('aes-256-gcm', cipherKey, hidden.subarray(0, 12))
      decipher.setAuthTag(hidden.subarray(-16))
      return Buffer.concat([decipher.update(hidden.subarray(12, -16)), decipher.final()]).toString('utf8')
    },
  }
}
