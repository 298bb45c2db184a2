import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { startOfServerDayAt, serverDayAt } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { competitionSeeds, type CompetitionSeed } from '#db/seed/competitions.ts'
import { add, isNegative, subtract } from '#rules/decimal.ts'
import { addServerDays, startOfServerDay } from '#rules/serverDay.ts'
import type { AppContext } from '../core/appContext.ts'
import { lockCompetitionPrizes, competitionPrizeFundBalance, committedPrizeTotal, sumCompetitionPrizes } from './finalizeCompetition.ts'

/** Offers each of the sandbox's competitions when it was never offered, or when the last one is over; each round once, on whatever server. */
export async function offerSandboxCompetitions({ db, clock, config }: Pick<AppContext, 'db' | 'clock' | 'config'>): Promise<void> {
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
  await lockCompetitionPrizes(sql)
  if (isNegative(await uncommittedCompetitionPrizeFundAfter(sql, seed.prizes))) return
  await insertCompetition(sql, { ...seed, name: seed.name.message, round, startMs: startOf(seed, nowMs), reviewMs: 0 })
}

/** What is left of the prize account beside what it promised and these; exact with the prizes locked. Below zero, they cannot be offered. */
export const uncommittedCompetitionPrizeFundAfter = async (sql: Sql, prizes: readonly string[]): Promise<Decimal> =>
  subtract(await competitionPrizeFundBalance(sql), add(await committedPrizeTotal(sql), sumCompetitionPrizes(prizes.map(asDecimal))))

type Terms = Omit<CompetitionSeed, 'starts' | 'name'> & { name: string; round: number; startMs: number; reviewMs: number }

/** Fixes the terms of a competition for good; gives its id. */
export async function insertCompetition(sql: Sql, terms: Terms): Promise<string> {
  const { series, round, startMs, prizes, symbols } = terms
  const id = `${series}-${round}`
  const end = startOfServerDay(addServerDays(serverDayAt(startMs), terms.days))
  await sql.query(
    `insert into competition (id, series, round, name, fund, start_ms, end_ms, join_until_ms, prizes, symbols, max_lever, min_trades, review_ms)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) on conflict do nothing`,
    [
      id,
      series,
      round,
      terms.name,
      add(terms.fund, '0'),
      startMs,
      end,
      competitionHalfTimeMs(startMs, end),
      [...prizes],
      [...symbols],
      terms.maxLever,
      terms.minTrades,
      terms.reviewMs,
    ],
  )
  return id
}

/** Whole seconds, as the wire has them. */
export const competitionHalfTimeMs = (start: number, end: number): number => start + Math.floor((end - start) / 2000) * 1000

function startOf({ starts }: CompetitionSeed, nowMs: number): number {
  const today = startOfServerDayAt(nowMs)
  if (starts === 'today') return today
  // 0 is Sunday on the server's calendar.
  const weekday = new Date(`${serverDayAt(nowMs)}T00:00:00Z`).getUTCDay()
  return startOfServerDay(addServerDays(serverDayAt(nowMs), ((8 - weekday) % 7) + (weekday === 1 ? 7 : 0)))
}
