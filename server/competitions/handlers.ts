import type { LanguageCode } from '#contract/calls/account.ts'
import type { Competition, Ranked } from '#contract/calls/competitions.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import { add } from '#rules/decimal.ts'
import { sampleEntryName } from '../competitionNames.ts'
import type { EndContest } from '../contest.ts'
import type { House } from '../house.ts'
import type { Handlers } from '../http/handlers.ts'
import { join } from './join.ts'
import { leave } from './leave.ts'
import type { CompetitionRow, EntryRow } from './rows.ts'
import { figuresOf, liveFigures, toCompetitions } from './shown.ts'
import type { Standing } from './standing.ts'
import { standingsOf } from './standings.ts'
import { competitionOf, competitionsPage, finalCount, finalRows, namesOf, outOf, ownEntriesPage } from './store.ts'

const pageOf = <T>(records: T[], total: number, { pageNo, pageSize }: { pageNo: number; pageSize: number }) => ({
  records,
  total,
  size: pageSize,
  current: pageNo,
  pages: Math.ceil(total / pageSize),
})

/** Competitions (product §1.6 call 119, §2.15). */
export function competitionsHandlers(house: House, end: EndContest): Handlers<'competitions'> {
  const standings = standingsOf(house)
  return {
    competitions: async ({ pageNo, pageSize, status }, { sql, visitor, lang }) => {
      await standings.ready()
      const asked = { nowMs: house.clock.now(), status, limit: pageSize, offset: (pageNo - 1) * pageSize }
      const { rows, total } = await competitionsPage(sql, asked)
      return pageOf(await toCompetitions(house, sql, rows, visitor?.userId, lang), total, { pageNo, pageSize })
    },
    competition: async ({ id }, { sql, visitor, lang }) => {
      await standings.ready()
      const row = await competitionOf(sql, id)
      const [shown] = row ? await toCompetitions(house, sql, [row], visitor?.userId, lang) : []
      if (!shown) throw new Refusal('notFound')
      return shown
    },
    ranking: async ({ id, pageNo, pageSize }, { sql, visitor, lang }) => {
      await standings.ready()
      const competition = await competitionOf(sql, id)
      if (!competition) throw new Refusal('notFound')
      const { records, total } = await ranking(house, sql, competition, pageSize, (pageNo - 1) * pageSize)
      return pageOf(await named(sql, records, visitor?.userId, lang), total, { pageNo, pageSize })
    },
    join: ({ id }, asking) => join(house, id, asking),
    exit: ({ id }, asking) => leave(house, end, id, asking),
    myEntries: async ({ pageNo, pageSize }, { sql, visitor, lang }) => {
      await standings.ready()
      const { entries, competitions, total } = await ownEntriesPage(sql, visitor.userId, pageSize, (pageNo - 1) * pageSize)
      const shown = await toCompetitions(house, sql, competitions, visitor.userId, lang, entries)
      const byId = new Map(shown.map((each) => [each.id, each]))
      const records = entries.map(({ competition_id }) => byId.get(competition_id) as Competition)
      return pageOf(records, total, { pageNo, pageSize })
    },
  }
}

type Place = Omit<Ranked, 'name' | 'isMine'> & { userId: string | null; sampleName?: string | null }

/** Part of a table: the one that stands, or the one of now; after all places those who were taken out. */
async function ranking(
  house: House,
  sql: Sql,
  competition: CompetitionRow,
  limit: number,
  offset: number,
): Promise<{ records: Place[]; total: number }> {
  const table = competition.final_ms === null ? standingsOf(house).table(competition.id) : undefined
  const count = table?.length ?? (await finalCount(sql, competition.id))
  const placed = table
    ? table.slice(offset, offset + limit).map(placeNow)
    : (await finalRows(sql, competition.id, limit, offset)).map(placeThen)
  const out = await outOf(sql, competition.id)
  const from = Math.max(0, offset - count)
  const last = out.slice(from, from + limit - placed.length).map(placeThen)
  return { records: [...placed, ...last], total: count + out.length }
}

function placeNow(one: Standing): Place {
  const { yieldRate, totalIncome, maxDrawdown, closedTrades } = liveFigures(one)
  return { userId: one.userId, rank: one.rank, yieldRate, totalIncome, maxDrawdown, closedTrades, outReason: null, prize: null }
}

const placeThen = (row: EntryRow): Place => ({
  userId: row.user_id,
  sampleName: row.sample_name,
  rank: row.rank,
  ...figuresOf(row.equity ?? row.fund, row.fund, row.max_drawdown),
  closedTrades: row.closed_trades ?? 0,
  outReason: row.out_reason,
  prize: row.prize === null ? null : add(row.prize, '0'),
})

/** With the name that each person goes by, or the one that a sample has. */
async function named(sql: Sql, places: readonly Place[], ownId: string | undefined, lang: LanguageCode): Promise<Ranked[]> {
  const names = await namesOf(
    sql,
    places.flatMap(({ userId }) => userId ?? []),
  )
  return places.map(({ userId, sampleName, ...place }) => ({
    ...place,
    name: (sampleName && sampleEntryName(lang, sampleName)) ?? names.get(userId ?? '') ?? '',
    isMine: userId !== null && userId === ownId,
  }))
}
