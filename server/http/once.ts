import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { Refusal } from '#contract/refusals.ts'
import type { Database, Sql } from '#db/database.ts'
import { canonical } from './json.ts'

const keepMs = 24 * 3_600_000
const recentMs = 3_000
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** One call that must happen once (product §1.1 "Idempotency"). */
export interface OnceAsk {
  /** '' for a visitor who is not signed in. */
  userId: string
  path: string
  requestId: string | undefined
  body: Record<string, unknown>
  /** The same body under another id within three seconds is refused: for calls that cost money. */
  refuseRecent: boolean
  nowMs: number
}

/**
 * The first answer to this request id, made by `work` inside the transaction that also keeps it. A repeat gets it word for word;
 * one that comes while the first is still at work waits for it on the unique key. A refusal keeps nothing.
 */
export async function onceOnly(db: Database, ask: OnceAsk, work: (sql: Sql) => Promise<string>): Promise<string> {
  const { requestId } = ask
  if (requestId === undefined || !uuid.test(requestId)) throw new Refusal('requestIdRequired')
  const seal = hiddenBy(requestId.toLowerCase())
  return db.transaction(async (sql) => {
    const key = [ask.userId, ask.path, seal.requestHash]
    const bodyMark = seal.mark(canonical(ask.body))
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
  const [kept] = await sql.query<{ body_mark: Buffer; answer: Buffer | null }>(
    'select body_mark, answer from once_answer where user_id = $1 and path = $2 and request_hash = $3',
    key,
  )
  if (!kept?.answer || !kept.body_mark.equals(bodyMark)) throw new Refusal('idempotencyMismatch')
  return seal.show(kept.answer)
}

/** A second one at the same moment waits here for the first: refused when that commits, let through when it was refused itself. */
async function refuseRecent(sql: Sql, { userId, path, body, nowMs }: OnceAsk): Promise<void> {
  // Another proof makes no other order; and what is kept under a plain hash must not let six digits be guessed.
  const { confirmToken: _, safePassword: _password, googleCode: _2, stepUpToken: _3, ...order } = body
  const bodyHash = createHash('sha256').update(canonical(order)).digest()
  const rows = await sql.query(
    `insert into once_recent as newest (user_id, path, body_hash, at_ms) values ($1, $2, $3, $4)
     on conflict (user_id, path, body_hash) do update set at_ms = excluded.at_ms where newest.at_ms <= $5
     returning 1`,
    [userId, path, bodyHash, nowMs, nowMs - recentMs],
  )
  if (rows.length === 0) throw new Refusal('duplicateRecent')
}

/** Forgets what is past its time. */
export async function forgetOnce(sql: Sql, nowMs: number): Promise<void> {
  await sql.query('delete from once_answer where expires_ms <= $1', [nowMs])
  await sql.query('delete from once_recent where at_ms < $1', [nowMs - 60_000])
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
