import * as z from 'zod/mini'
import { defineGetCall, definePostCall } from '../call.ts'
import { decimalSchema } from '../decimalSchema.ts'
import { integerParamBetween, pageOfRecordsSchema, pagingParams } from '../page.ts'
import { wireTimeSchema } from '../timeSchema.ts'

const id = z.string().check(z.maxLength(40))

/** How somebody does in a competition. Rates are fractions, money is the competition's virtual USDT (docs/rules/competitions.md). */
const CompetitionEntry = z.object({
  /** null after leaving, and for whoever was taken out. */
  rank: z.nullable(z.int()),
  /** Equity over fund, less 1, truncated to four decimals. */
  yieldRate: decimalSchema,
  todayIncome: decimalSchema,
  totalIncome: decimalSchema,
  equity: decimalSchema,
  maxDrawdown: decimalSchema,
  closedTrades: z.int(),
  joinTime: wireTimeSchema,
  exitTime: z.nullable(wireTimeSchema),
  /** Disqualified, and why; null for everybody else. */
  outReason: z.nullable(z.enum(['self_crossing', 'many_accounts'])),
  prize: z.nullable(decimalSchema),
})
export type CompetitionEntry = z.output<typeof CompetitionEntry>

export const Competition = z.object({
  id: z.string(),
  name: z.string(),
  /** 1 in progress, 0 to be started, -2 ended; -3 for whoever left it, or was taken out. `status` of the list asks for the first three. */
  status: z.union([z.literal(0), z.literal(1), z.literal(-2), z.literal(-3)]),
  /** The table stands for good and its prizes are paid; some time after the end. */
  isFinal: z.boolean(),
  fund: decimalSchema,
  /** How many places its table has: without those who left, or were taken out. */
  participants: z.int(),
  startTime: wireTimeSchema,
  endTime: wireTimeSchema,
  /** Until when one can join: half time. */
  joinUntil: wireTimeSchema,
  /** By rank from 1, USDT. */
  prizes: z.array(decimalSchema),
  /** Markets that can be traded; contracts alone, at most `maxLever`. */
  symbols: z.array(z.string()),
  maxLever: z.int(),
  /** Closed trades that a prize asks for. */
  minTrades: z.int(),
  /** The help article with the rules. */
  rule: z.string(),
  /** Entries of sample accounts of a sandbox, and says so. */
  sample: z.boolean(),
  mine: z.nullable(CompetitionEntry),
})
export type Competition = z.output<typeof Competition>

/** A row of a ranking: a nickname or a masked number, never an account. */
const CompetitionLeaderboardRow = z.object({
  /** null for whoever was taken out; they come last. */
  rank: z.nullable(z.int()),
  /** Empty where the account was deleted. */
  name: z.string(),
  isMine: z.boolean(),
  yieldRate: decimalSchema,
  totalIncome: decimalSchema,
  maxDrawdown: decimalSchema,
  closedTrades: z.int(),
  outReason: CompetitionEntry.shape.outReason,
  prize: z.nullable(decimalSchema),
})
export type CompetitionLeaderboardRow = z.output<typeof CompetitionLeaderboardRow>

const listPath = '/api/comp/list'
const detailPath = '/api/comp/detail'
const rankPath = '/api/comp/rank'
const minePath = '/api/comp/mine'
const touches = [listPath, detailPath, rankPath, minePath]

/** Free, on a virtual fund of its own: nobody pays to win. */
export const competitions = {
  competitions: defineGetCall(listPath, {
    access: 'open',
    params: z.object({ ...pagingParams, status: z.optional(integerParamBetween(-2, 1)) }),
    reply: pageOfRecordsSchema(Competition),
    kept: 'page',
  }),
  competition: defineGetCall(detailPath, { access: 'open', params: z.object({ id }), reply: Competition, kept: 'page' }),
  ranking: defineGetCall(rankPath, {
    access: 'open',
    params: z.object({ ...pagingParams, id }),
    reply: pageOfRecordsSchema(CompetitionLeaderboardRow),
    kept: 'page',
  }),
  /** Refuses notFound, competitionNotOpen, alreadyJoined, exited, selfExcluded and region. */
  join: definePostCall('/api/comp/join', { access: 'full', once: true, body: z.object({ id }), reply: Competition, touches }),
  /** Closes all that is open there, for good. Refuses notFound and stateConflict. */
  exit: definePostCall('/api/comp/exit', { access: 'full', once: true, body: z.object({ id }), reply: Competition, touches }),
  myEntries: defineGetCall(minePath, {
    access: 'signedIn',
    params: z.object(pagingParams),
    reply: pageOfRecordsSchema(Competition),
    kept: 'page',
  }),
}
