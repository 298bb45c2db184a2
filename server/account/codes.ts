import { randomInt } from 'node:crypto'
import { verificationCodeExpireSeconds, verificationCodeResendSeconds } from '#contract/constants.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Instant } from '#contract/time.ts'
import type { Database, Sql } from '#db/database.ts'
import { newRowId } from '../core/ids.ts'
import { hashSecret, verifySecret } from './passwords.ts'

export type VerificationCodeScene = 'register' | 'login' | 'reset' | 'bind' | 'safePassword'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const mostTries = 5
const perTarget = { hour: 5, day: 10 }

/** Area code and number as one target. */
export const phoneCodeTarget = (areaCode: string, phone: string): string => `${areaCode}-${phone}`

/**
 * Makes a six-digit code for that scene and target. Refuses captchaTooSoon within 60 s of the last one, and tooMany after
 * 5 in an hour or 10 in a day (docs/rules/wire.md). The same for targets that have no account.
 */
export async function createVerificationCode(
  db: Database,
  scene: VerificationCodeScene,
  target: string,
  now: Instant,
): Promise<{ id: string; code: string }> {
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0')
  const id = newRowId(now)
  await refuseTooMany(db, target, now)
  // The slow hash makes trying a million codes against a stolen row take longer than the code lives.
  const codeHash = await hashSecret(code)
  await db.transaction(async (sql) => {
    // One statement makes the row or locks it, also when it is being forgotten at this moment.
    await sql.query('insert into code_target (target) values ($1) on conflict (target) do update set target = excluded.target', [target])
    await refuseTooMany(sql, target, now)
    await sql.query('insert into code (id, scene, target, code_hash, created_ms, expires_ms) values ($1, $2, $3, $4, $5, $6)', [
      id,
      scene,
      target,
      codeHash,
      now,
      now + verificationCodeExpireSeconds * 1000,
    ])
  })
  return { id, code }
}

async function refuseTooMany(sql: Sql, target: string, now: Instant): Promise<void> {
  const rows = await sql.query<{ created_ms: string }>(
    'select created_ms from code where target = $1 and created_ms > $2 order by created_ms desc',
    [target, now - dayMs],
  )
  const times = rows.map((row) => Number(row.created_ms))
  const secondsUntil = (ms: number) => Math.max(1, Math.ceil((ms - now) / 1000))
  const last = times[0]
  if (last !== undefined && now - last < verificationCodeResendSeconds * 1000) {
    throw new Refusal('captchaTooSoon', { seconds: secondsUntil(last + verificationCodeResendSeconds * 1000) })
  }
  const fifth = times[perTarget.hour - 1]
  if (fifth !== undefined && now - fifth < hourMs) throw new Refusal('tooMany', { seconds: secondsUntil(fifth + hourMs) })
  const tenth = times[perTarget.day - 1]
  if (tenth !== undefined) throw new Refusal('tooMany', { seconds: secondsUntil(tenth + dayMs) })
}

/** A code that could not be sent must not keep its person waiting for the next. */
export const deleteVerificationCode = (sql: Sql, id: string): Promise<unknown> => sql.query('delete from code where id = $1', [id])

/**
 * Uses up the code, or refuses captchaWrong or captchaExpired. The try is counted at once and for good (`db`), so that a refusal
 * that rolls everything back does not give it back; that the code is used belongs to what it was used for (`sql`).
 */
export async function consumeVerificationCode(
  db: Database,
  sql: Sql,
  ask: { scene: VerificationCodeScene; target: string; code: string },
  now: Instant,
): Promise<void> {
  const [tried] = await db.query<{ id: string; code_hash: string }>(
    `update code set tries = tries + 1
     where id = (select id from code where target = $1 and scene = $2 order by created_ms desc, id desc limit 1)
       and used_ms is null and tries < $3 and expires_ms > $4
     returning id, code_hash`,
    [ask.target, ask.scene, mostTries, now],
  )
  const isRight = await verifySecret(tried?.code_hash, ask.code)
  if (!tried) throw new Refusal((await wasSent(db, ask)) ? 'captchaExpired' : 'captchaWrong')
  if (!isRight) throw new Refusal('captchaWrong')
  const spent = await sql.query('update code set used_ms = $2 where id = $1 and used_ms is null returning id', [tried.id, now])
  if (spent.length === 0) throw new Refusal('captchaExpired')
}

const wasSent = async (sql: Sql, { target, scene }: { target: string; scene: VerificationCodeScene }): Promise<boolean> =>
  (await sql.query('select 1 from code where target = $1 and scene = $2 limit 1', [target, scene])).length > 0

/** Codes are kept for two days, because the limits count those of the last one. */
export async function deleteExpiredVerificationCodes(sql: Sql, nowMs: number): Promise<void> {
  await sql.query('delete from code where created_ms < $1', [nowMs - 2 * dayMs])
  await sql.query('delete from code_target where not exists (select from code where code.target = code_target.target)')
}
