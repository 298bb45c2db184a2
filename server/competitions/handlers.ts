import type { LanguageCode } from '#contract/calls/account.ts'
import type { Competition, CompetitionLeaderboardRow } from '#contract/calls/competitions.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import { add } from '#rules/decimal.ts'
import { translateSampleCompetitionEntryName } from '../core/competitionNames.ts'
import type { CompetitionEntryOrdersCloser } from '../orders/competition.ts'
import type { AppContext } from '../core/appContext.ts'
import type { CallHandlers } from '../core/handlers.ts'
import { joinCompetition } from './join.ts'
import { leaveCompetition } from './leaveCompetition.ts'
import type { CompetitionRow, CompetitionEntryRow } from './rows.ts'
import { computeCompetitionEntryFigures, competitionEntryFiguresOfStanding, toCompetitions } from './serialize.ts'
import type { CompetitionStanding } from './standing.ts'
import { getOrCreateCompetitionStandingsTracker } from './standings.ts'
import {
  competitionById,
  competitionsPage,
  countCompetitionFinalRanks,
  competitionFinalRanksPage,
  readNicknames,
  disqualifiedCompetitionEntries,
  ownCompetitionEntriesPage,
} from './store.ts'

const pageOf = <T>(records: T[], total: number, { pageNo, pageSize }: { pageNo: number; pageSize: number }) => ({
  records,
  total,
  size: pageSize,
  current: pageNo,
  pages: Math.ceil(total / pageSize),
})

/** Competitions (docs/rules/competitions.md). */
export function competitionsHandlers(app: AppContext, end: CompetitionEntryOrdersCloser): CallHandlers<'competitions'> {
  const standings = getOrCreateCompetitionStandingsTracker(app)
  return {
    competitions: async ({ pageNo, pageSize, status }, { sql, visitor, lang }) => {
      await standings.ready()
      const query = { nowMs: app.clock.now(), status, limit: pageSize, offset: (pageNo - 1) * pageSize }
      const { rows, total } = await competitionsPage(sql, query)
      return pageOf(await toCompetitions(app, sql, rows, visitor?.userId, lang), total, { pageNo, pageSize })
    },
    competition: async ({ id }, { sql, visitor, lang }) => {
      await standings.ready()
      const row = await competitionById(sql, id)
      const [competition] = row ? await toCompetitions(app, sql, [row], visitor?.userId, lang) : []
      if (!competition) throw new Refusal('notFound')
      return competition
    },
    ranking: async ({ id, pageNo, pageSize }, { sql, visitor, lang }) => {
      await standings.ready()
      const competition = await competitionById(sql, id)
      if (!competition) throw new Refusal('notFound')
      const { records, total } = await ranking(app, sql, competition, pageSize, (pageNo - 1) * pageSize)
      return pageOf(await named(sql, records, visitor?.userId, lang), total, { pageNo, pageSize })
    },
    join: ({ id }, context) => joinCompetition(app, id, context),
    exit: ({ id }, context) => leaveCompetition(app, end, id, context),
    myEntries: async ({ pageNo, pageSize }, { sql, visitor, lang }) => {
      await standings.ready()
      const { entries, competitions, total } = await ownCompetitionEntriesPage(sql, visitor.userId, pageSize, (pageNo - 1) * pageSize)
      const listed = await toCompetitions(app, sql, competitions, visitor.userId, lang, entries)
      const byId = new Map(listed.map((each) => [each.id, each]))
      const records = entries.map(({ competition_id }) => byId.get(competition_id) as Competition)
      return pageOf(records, total, { pageNo, pageSize })
    },
  }
}

type Place = Omit<CompetitionLeaderboardRow, 'name' | 'isMine'> & { userId: string | null; sampleName?: string | null }

/** Part of a table: the one that stands, or the one of now; after all places those who were taken out. */
async function ranking(
  app: AppContext,
  sql: Sql,
  competition: CompetitionRow,
  limit: number,
  offset: number,
): Promise<{ records: Place[]; total: number }> {
  const table = competition.final_ms === null ? getOrCreateCompetitionStandingsTracker(app).table(competition.id) : undefined
  const count = table?.length ?? (await countCompetitionFinalRanks(sql, competition.id))
  const placed = table
    ? table.slice(offset, offset + limit).map(placeNow)
    : (await competitionFinalRanksPage(sql, competition.id, limit, offset)).map(placeThen)
  const out = await disqualifiedCompetitionEntries(sql, competition.id)
  const from = Math.max(0, offset - count)
  const last = out.slice(from, from + limit - placed.length).map(placeThen)
  return { records: [...placed, ...last], total: count + out.length }
}

function placeNow(standing: CompetitionStanding): Place {
  const { yieldRate, totalIncome, maxDrawdown, closedTrades } = competitionEntryFiguresOfStanding(standing)
  return { userId: standing.userId, rank: standing.rank, yieldRate, totalIncome, maxDrawdown, closedTrades, outReason: null, prize: null }
}

const placeThen = (row: CompetitionEntryRow): Place => ({
  userId: row.user_id,
  sampleName: row.sample_name,
  rank: row.rank,
  ...computeCompetitionEntryFigures(row.equity ?? row.fund, row.fund, row.max_drawdown),
  closedTrades: row.closed_trades ?? 0,
  outReason: row.out_reason,
  prize: row.prize === null ? null : add(row.prize, '0'),
})

/** With the name that each person goes by, or the one that a sample has. */
async function named(
  sql: Sql,
  places: readonly Place[],
  ownId: string | undefined,
  lang: LanguageCode,
): Promise<CompetitionLeaderboardRow[]> {
  const names = await readNicknames(
    sql,
    places.flatMap(({ userId }) => userId ?? []),
  )
  return places.map(({ userId, sampleName, ...place }) => ({
    ...place,
    name: (sampleName && translateSampleCompetitionEntryName(lang, sampleName)) ?? names.get(userId ?? '') ?? '',
    isMine: userId !== null && userId === ownId,
  }))
}
