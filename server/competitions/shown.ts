import type { LanguageCode } from '#contract/calls/account.ts'
import type { Competition, Entry } from '#contract/calls/competitions.ts'
import type { Decimal } from '#contract/decimal.ts'
import { competitionStatus } from '#contract/states.ts'
import { asInstant, wireDay } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { yieldRate } from '#rules/competition.ts'
import { add, q8, subtract, truncate } from '#rules/decimal.ts'
import { competitionName } from '../competitionNames.ts'
import type { House } from '../house.ts'
import type { CompetitionRow, EntryRow } from './rows.ts'
import type { Standing } from './standing.ts'
import { standingsOf } from './standings.ts'
import { countEntries, entriesOf } from './store.ts'
import { fromMoneyUnits } from './units.ts'

const plain = (amount: Decimal): Decimal => add(amount, '0')

/** By the clock alone. */
const statusOf = ({ start_ms, end_ms }: CompetitionRow, nowMs: number): 0 | 1 | -2 =>
  nowMs < Number(start_ms) ? competitionStatus.upcoming : nowMs < Number(end_ms) ? competitionStatus.running : competitionStatus.ended

/** What everybody may see of how somebody does. */
export const figuresOf = (equity: Decimal, fund: Decimal, fall: Decimal) => ({
  yieldRate: yieldRate(equity, fund),
  totalIncome: q8(subtract(equity, fund)),
  maxDrawdown: truncate(fall, 4),
})

/** Competitions as the wire shows them in that language, each with the person's own entry. */
export async function toCompetitions(
  house: House,
  sql: Sql,
  rows: readonly CompetitionRow[],
  userId: string | undefined,
  lang: LanguageCode,
  given?: readonly EntryRow[],
): Promise<Competition[]> {
  const ids = rows.map(({ id }) => id)
  const own = given ?? (userId === undefined ? [] : await entriesOf(sql, userId, ids))
  const counts = await participantsOf(
    house,
    sql,
    rows.filter(({ participants }) => participants === null).map(({ id }) => id),
  )
  const now = house.clock.now()
  return rows.map((row) => {
    const entry = own.find(({ competition_id }) => competition_id === row.id)
    return {
      id: row.id,
      name: competitionName(lang, row),
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
      mine: entry ? toEntry(house, row, entry, now) : null,
    }
  })
}

interface Counted {
  count: number
  atMs: number
}
const counted = new WeakMap<House, Map<string, Counted>>()
/** Many are not counted for everybody who looks: a moment ago is good enough then. */
const manyFrom = 1_000
const countedForMs = 5_000

async function participantsOf(house: House, sql: Sql, ids: readonly string[]): Promise<Map<string, number>> {
  const known = counted.get(house) ?? new Map<string, Counted>()
  counted.set(house, known)
  const now = house.clock.now()
  const isFresh = (id: string) => {
    const one = known.get(id)
    return one !== undefined && one.count >= manyFrom && now - one.atMs < countedForMs
  }
  const asked = ids.filter((id) => !isFresh(id))
  const found = asked.length === 0 ? new Map<string, number>() : await countEntries(sql, asked)
  for (const id of asked) known.set(id, { count: found.get(id) ?? 0, atMs: now })
  return new Map(ids.map((id) => [id, known.get(id)?.count ?? 0]))
}

function toEntry(house: House, competition: CompetitionRow, row: EntryRow, nowMs: number): Entry {
  const standings = standingsOf(house)
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
    return { ...fixed, ...liveFigures(live), rank: row.out_reason === null ? live.rank : null }
  }
  const equity = row.equity ?? row.fund
  const isToday = row.day === wireDay(Math.min(nowMs, Number(competition.end_ms) - 1)) && wireDay(nowMs) === row.day
  return {
    ...fixed,
    ...figuresOf(equity, row.fund, row.max_drawdown),
    rank: row.rank ?? (live && row.status === competitionStatus.ended ? placeOf(house, live) : null),
    equity: q8(equity),
    todayIncome: isToday ? q8(subtract(equity, row.day_equity)) : q8('0'),
    closedTrades: row.closed_trades ?? 0,
  }
}

function placeOf(house: House, live: Standing): number {
  standingsOf(house).table(live.competitionId)
  return live.rank
}

/** The figures of somebody who takes part, at the newest prices. */
export function liveFigures(one: Standing) {
  const equity = fromMoneyUnits(one.equity)
  return {
    ...figuresOf(equity, fromMoneyUnits(one.fund), fromMoneyUnits(one.fall)),
    equity,
    todayIncome: fromMoneyUnits(one.equity - one.dayEquity),
    closedTrades: one.closedTrades,
  }
}
