import { randomBytes } from 'node:crypto'
import { wireDay } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { commitOf, seedOfDay } from './sim.ts'

const dayMs = 86_400_000

/** The secret that all days' seeds come from; made once per database, the same for every server on it. */
export async function readSimSecret(sql: Sql): Promise<Buffer> {
  await sql.query('insert into market_secret (secret) values ($1) on conflict do nothing', [randomBytes(32)])
  const [row] = await sql.query<{ secret: Buffer }>('select secret from market_secret')
  return row!.secret
}

/** Publishes the commitments of today and of every day that begins within the next 48 h, so each stands at least 24 h ahead. */
export async function publishSimDays(sql: Sql, secret: Buffer, nowMs: number): Promise<void> {
  const days = [0, 1, 2].map((ahead) => wireDay(nowMs + ahead * dayMs))
  const seeds = days.map((day) => seedOfDay(secret, day))
  await sql.query(
    'insert into sim_day (day, commit, seed) select * from unnest($1::text[], $2::text[], $3::text[]) on conflict do nothing',
    [days, seeds.map(commitOf), seeds.map((seed) => seed.toString('hex'))],
  )
}

/** The seed of a UTC+8 day; undefined where no simulated market was published. */
export async function seedOn(sql: Sql, day: string): Promise<Buffer | undefined> {
  const [row] = await sql.query<{ seed: string }>('select seed from sim_day where day = $1', [day])
  return row && Buffer.from(row.seed, 'hex')
}
