import { randomBytes } from 'node:crypto'
import { serverDayAt } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import type { SimRuleVersion } from '#rules/sim/walk.ts'
import { commitOf, deriveSimDaySeed } from './sim.ts'

const dayMs = 86_400_000

/** The secret that all days' seeds come from; made once per database, the same for every server on it. */
export async function getOrCreateSimSecret(sql: Sql): Promise<Buffer> {
  await sql.query('insert into market_secret (secret) values ($1) on conflict do nothing', [randomBytes(32)])
  const [row] = await sql.query<{ secret: Buffer }>('select secret from market_secret')
  return row!.secret
}

const newestRule: SimRuleVersion = 'sim2'

/**
 * Publishes the commitments of today and of every day that begins within the next 48 h, so each stands at least 24 h ahead. Gives the rules of
 * these days and of yesterday: a day keeps the rule that was promised with its commitment.
 */
export async function publishSimDayCommitments(sql: Sql, secret: Buffer, nowMs: number): Promise<ReadonlyMap<string, SimRuleVersion>> {
  const days = [0, 1, 2].map((ahead) => serverDayAt(nowMs + ahead * dayMs))
  const seeds = days.map((day) => deriveSimDaySeed(secret, day))
  await sql.query(
    'insert into sim_day (day, commit, seed, rule) select *, $4 from unnest($1::text[], $2::text[], $3::text[]) on conflict do nothing',
    [days, seeds.map(commitOf), seeds.map((seed) => seed.toString('hex')), newestRule],
  )
  const rows = await sql.query<{ day: string; rule: SimRuleVersion }>('select day, rule from sim_day where day = any($1)', [
    [serverDayAt(nowMs - dayMs), ...days],
  ])
  return new Map(rows.map(({ day, rule }) => [day, rule]))
}

/** The seed of a UTC+8 day of the simulated market, and the rule by which it is drawn. */
export interface SimDaySeed {
  seed: Buffer
  rule: SimRuleVersion
}

/** The seed of a UTC+8 day and its rule, also before the seed is revealed; undefined where no commitment to it was published. */
export async function readSimDaySeed(sql: Sql, day: string): Promise<SimDaySeed | undefined> {
  const [row] = await sql.query<{ seed: string; rule: SimRuleVersion }>('select seed, rule from sim_day where day = $1', [day])
  return row && { seed: Buffer.from(row.seed, 'hex'), rule: row.rule }
}
