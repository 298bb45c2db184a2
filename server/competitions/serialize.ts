import type { LanguageCode } from '#contract/calls/account.ts'
import type { Competition, CompetitionEntry } from '#contract/calls/competitions.ts'
import type { Decimal } from '#contract/decimal.ts'
import { competitionStatus } from '#contract/states.ts'
import { asInstant, serverDayAt } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { competitionYieldRate } from '#rules/competition.ts'
import { add, q8, subtract, truncate } from '#rules/decimal.ts'
import { localizedCompetitionName } from '../core/competitionNames.ts'
import type { AppContext } from '../core/appContext.ts'
import type { CompetitionRow, CompetitionEntryRow } from './rows.ts'
import type { CompetitionStanding } from './standing.ts'
import { getOrCreateCompetitionStandingsTracker } from './standings.ts'
import { countRankableCompetitionEntries, readUserCompetitionEntries } from './store.ts'
import { fromMoneyUnits } from './units.ts'

const plain = (amount: Decimal): Decimal => add(amount, '0')

/** By the clock alone. */
const statusOf = ({ start_ms, end_ms }: CompetitionRow, nowMs: number): 0 | 1 | -2 =>
  nowMs < Number(start_ms) ? competitionStatus.upcoming : nowMs < Number(end_ms) ? competitionStatus.running : competitionStatus.ended

/** What everybody may see of how somebody does. */
export const computeCompetitionEntryFigures = (equity: Decimal, fund: Decimal, fall: Decimal) => ({
  yieldRate: competitionYieldRate(equity, fund),
  totalIncome: q8(subtract(equity, fund)),
  maxDrawdown: truncate(fall, 4),
})

/** Competitions as the wire shows them in that language, each with the person's own entry. */
export async function toCompetitions(
  app: AppContext,
  sql: Sql,
  rows: readonly CompetitionRow[],
  userId: string | undefined,
  lang: LanguageCode,
  entries?: readonly CompetitionEntryRow[],
): Promise<Competition[]> {
  const ids = rows.map(({ id }) => id)
  const own = entries ?? (userId === undefined ? [] : await readUserCompetitionEntries(sql, userId, ids))
  const counts = await participantsOf(
    app,
    sql,
    rows.filter(({ participants }) => participants === null).map(({ id }) => id),
  )
  const now = app.clock.now()
  return rows.map((row) => {
    const entry = own.find(({ competition_id }) => competition_id === row.id)
    return {
      id: row.id,
      name: localizedCompetitionName(lang, row),
      status: entry?.status === competitionStatus.exited ? competitionStatus.exited : statusOf(row, now),
      isFinal: row.final_ms !== null,
      fund: plain(row.fund),
      participants: row.participants ?? counts.get(row.id) ?? 0,
      startTime: asInstant(Number(row.start_ms)),
      endTime: asInstant(Number(row.end_ms)),
      joinUntil: asInstant(Number(row.join_until_ms)),
      prizes: row.prizes.map(plain),
      symbols: row.symbols,
      maxLever: row.max_lever,
      minTrades: row.min_trades,
      rule: 'competitions',
      sample: row.is_sample,
      mine: entry ? toEntry(app, row, entry, now) : null,
    }
  })
}

interface Counted {
  count: number
  atMs: number
}
const counted = new WeakMap<AppContext, Map<string, Counted>>()
/** Many are not counted for everybody who looks: a moment ago is good enough then. */
const manyFrom = 1_000
const countedForMs = 5_000

async function participantsOf(app: AppContext, sql: Sql, ids: readonly string[]): Promise<Map<string, number>> {
  const known = counted.get(app) ?? new Map<string, Counted>()
  counted.set(app, known)
  const now = app.clock.now()
  const isFresh = (id: string) => {
    const cached = known.get(id)
    return cached !== undefined && cached.count >= manyFrom && now - cached.atMs < countedForMs
  }
  const staleIds = ids.filter((id) => !isFresh(id))
  const found = staleIds.length === 0 ? new Map<string, number>() : await countRankableCompetitionEntries(sql, staleIds)
  for (const id of staleIds) known.set(id, { count: found.get(id) ?? 0, atMs: now })
  return new Map(ids.map((id) => [id, known.get(id)?.count ?? 0]))
}

function toEntry(app: AppContext, competition: CompetitionRow, row: CompetitionEntryRow, nowMs: number): CompetitionEntry {
  const standings = getOrCreateCompetitionStandingsTracker(app)
  const live = row.user_id === null ? undefined : standings.of(row.user_id, row.competition_id)
  const fixed = {
    joinTime: asInstant(Number(row.joined_ms)),
    exitTime: row.status === competitionStatus.exited && row.left_ms !== null ? asInstant(Number(row.left_ms)) : null,
    outReason: row.out_reason,
    prize: row.prize === null ? null : plain(row.prize),
  }
  if (row.equity === null && live) {
    // Puts the table in order, which gives the places.
    standings.table(row.competition_id)
    return { ...fixed, ...competitionEntryFiguresOfStanding(live), rank: row.out_reason === null ? live.rank : null }
  }
  const equity = row.equity ?? row.fund
  const isToday = row.day === serverDayAt(Math.min(nowMs, Number(competition.end_ms) - 1)) && serverDayAt(nowMs) === row.day
  return {
    ...fixed,
    ...computeCompetitionEntryFigures(equity, row.fund, row.max_drawdown),
    rank: row.rank ?? (live && row.status === competitionStatus.ended ? placeOf(app, live) : null),
    equity: q8(equity),
    todayIncome: isToday ? q8(subtract(equity, row.day_equity)) : q8('0'),
    closedTrades: row.closed_trades ?? 0,
  }
}

function placeOf(app: AppContext, live: CompetitionStanding): number {
  getOrCreateCompetitionStandingsTracker(app).table(live.competitionId)
  return live.rank
}

/** The figures of somebody who takes part, at the newest prices. */
export function competitionEntryFiguresOfStanding(standing: CompetitionStanding) {
  const equity = fromMoneyUnits(standing.equity)
  return {
    ...computeCompetitionEntryFigures(equity, fromMoneyUnits(standing.fund), fromMoneyUnits(standing.drawdown)),
    equity,
    todayIncome: fromMoneyUnits(standing.equity - standing.dayEquity),
    closedTrades: standing.closedTrades,
  }
}
