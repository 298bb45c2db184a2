import { createHash } from 'node:crypto'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { serverDayAt } from '#contract/time.ts'
import type { Database, Sql } from '#db/database.ts'
import { endedSampleCompetition as sample } from '#db/seed/competitions.ts'
import { add, divide, multiply, q8, truncate } from '#rules/decimal.ts'
import { addServerDays, startOfServerDay } from '#rules/serverDay.ts'
import type { AppContext } from '../core/appContext.ts'
import { competitionHalfTimeMs } from './offer.ts'

const id = `${sample.series}-0`

/** Writes the sandbox's finished example, once. Its entries are nobody's, named as samples, and nobody was paid. */
export async function seedSampleCompetition({ db, clock, config }: Pick<AppContext, 'clock' | 'config'> & { db: Database }): Promise<void> {
  if (config.env !== 'sandbox') return
  await db.transaction((sql) => write(sql, clock.now()))
}

async function write(sql: Sql, nowMs: number): Promise<void> {
  const lastDay = addServerDays(serverDayAt(nowMs), -sample.endedDaysAgo)
  const [start, end] = [startOfServerDay(addServerDays(lastDay, -sample.days)), startOfServerDay(lastDay)]
  const added = await sql.query(
    `insert into competition (id, series, round, name, fund, start_ms, end_ms, join_until_ms, prizes, symbols, max_lever, min_trades, is_sample)
     values ($1, $2, 0, $3, $4, $5, $6, $7, '{}', $8, $9, $10, true) on conflict do nothing returning 1`,
    [
      id,
      sample.series,
      sample.name.message,
      sample.fund,
      start,
      end,
      competitionHalfTimeMs(start, end),
      [...sample.symbols],
      sample.maxLever,
      sample.minTrades,
    ],
  )
  if (added.length === 0) return
  for (let n = 1; n <= sample.entries; n++) await writeEntry(sql, n, start, end)
  await sql.query(
    `with placed as (select id, row_number() over (order by equity desc, max_drawdown, joined_ms, id) as rank
       from competition_entry where competition_id = $1)
     update competition_entry e set rank = placed.rank, is_told = true from placed where placed.id = e.id`,
    [id],
  )
  await sql.query('update competition set marked_ms = end_ms, final_ms = end_ms, participants = $2 where id = $1', [id, sample.entries])
}

/** Figures between a loss of 12 % and a gain of 18 %, the same on every install. */
async function writeEntry(sql: Sql, n: number, start: number, end: number): Promise<void> {
  const bytes = createHash('sha256').update(`${id} ${n}`).digest()
  const share = (at: number): Decimal => truncate(divide(String(bytes.readUInt32BE(at)), '4294967295'), 8)
  const change = add(multiply(share(0), '0.3'), '-0.12')
  const equity = q8(multiply(sample.fund, add('1', change)))
  const fall = truncate(add(multiply(share(4), '0.09'), change.startsWith('-') ? change.slice(1) : '0.005'), 8)
  const joined = start + n * 3_600_000
  await sql.query(
    `insert into competition_entry (id, wallet_id, competition_id, sample_name, status, fund, joined_ms, left_ms, day, day_equity, peak, max_drawdown,
       equity, closed_trades)
     values ($1, $1, $2, $3, -2, $4::numeric, $5, $6, $7, $8::numeric, greatest($4::numeric, $8::numeric), $9, $8::numeric, $10)`,
    [
      ((BigInt(joined) << 22n) | BigInt(n)).toString(),
      id,
      `Sample entry ${n}`,
      asDecimal(sample.fund),
      joined,
      end,
      serverDayAt(end - 1),
      equity,
      fall,
      3 + ((bytes[8] ?? 0) % 40),
    ],
  )
}
