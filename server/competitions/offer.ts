import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { startOfWireDay, wireDay } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { competitionSeeds, type CompetitionSeed } from '#db/seed/competitions.ts'
import { add, compare } from '#rules/decimal.ts'
import { dayPlus, startOfDay } from '#rules/serverDay.ts'
import type { House } from '../house.ts'
import { lockPrizes, prizeMoney, sumOf } from './table.ts'

/** Offers each of the sandbox's competitions when it was never offered, or when the last one is over; each round once, on whatever server. */
export async function offerCompetitions({ db, clock, config }: Pick<House, 'db' | 'clock' | 'config'>): Promise<void> {
  if (config.env !== 'sandbox') return
  const now = clock.now()
  const newest = await db.query<{ series: string; round: number; end_ms: string }>(
    'select distinct on (series) series, round, end_ms from competition order by series, round desc',
  )
  for (const seed of competitionSeeds) {
    const last = newest.find(({ series }) => series === seed.series)
    if (last && now < Number(last.end_ms)) continue
    await db.transaction((sql) => offer(sql, seed, (last?.round ?? 0) + 1, now))
  }
}

/** Only what the prize account can pay beside all others is offered. */
async function offer(sql: Sql, seed: CompetitionSeed, round: number, nowMs: number): Promise<void> {
  await lockPrizes(sql)
  const promised = await sql.query<{ prizes: Decimal[] }>('select prizes from competition where final_ms is null')
  const owed = sumOf([...promised.flatMap(({ prizes }) => prizes), ...seed.prizes.map(asDecimal)])
  if (compare(await prizeMoney(sql), owed) < 0) return
  const start = startOf(seed, nowMs)
  const end = startOfDay(dayPlus(wireDay(start), seed.days))
  await sql.query(
    `insert into competition (id, series, round, name, fund, start_ms, end_ms, join_until_ms, prizes, symbols, max_lever, min_trades)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) on conflict do nothing`,
    [
      `${seed.series}-${round}`,
      seed.series,
      round,
      seed.name,
      add(seed.fund, '0'),
      start,
      end,
      halfOf(start, end),
      [...seed.prizes],
      [...seed.symbols],
      seed.maxLever,
      seed.minTrades,
    ],
  )
}

/** Whole seconds, as the wire has them. */
export const halfOf = (start: number, end: number): number => start + Math.floor((end - start) / 2000) * 1000

function startOf({ starts }: CompetitionSeed, nowMs: number): number {
  const today = startOfWireDay(nowMs)
  if (starts === 'today') return today
  // 0 is Sunday on the server's calendar.
  const weekday = new Date(`${wireDay(nowMs)}T00:00:00Z`).getUTCDay()
  return startOfDay(dayPlus(wireDay(nowMs), ((8 - weekday) % 7) + (weekday === 1 ? 7 : 0)))
}
