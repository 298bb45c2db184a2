import * as z from 'zod/mini'
import { read, write } from '../call.ts'
import { decimal } from '../decimalSchema.ts'
import { intParam, page, paging } from '../page.ts'
import { time } from '../timeSchema.ts'

const id = z.string().check(z.maxLength(40))

/** How somebody does in a competition. Rates are fractions, money is the competition's virtual USDT (product §2.15). */
const Entry = z.object({
  /** null after leaving, and for whoever was taken out. */
  rank: z.nullable(z.int()),
  /** Equity over fund, less 1, truncated to four decimals. */
  yieldRate: decimal,
  todayIncome: decimal,
  totalIncome: decimal,
  equity: decimal,
  maxDrawdown: decimal,
  closedTrades: z.int(),
  joinTime: time,
  exitTime: z.nullable(time),
  /** Disqualified, and why; null for everybody else. */
  outReason: z.nullable(z.enum(['self_crossing', 'many_accounts'])),
  prize: z.nullable(decimal),
})
export type Entry = z.output<typeof Entry>

export const Competition = z.object({
  id: z.string(),
  name: z.string(),
  /** 1 in progress, 0 to be started, -2 ended; -3 for whoever left it, or was taken out. `status` of the list asks for the first three. */
  status: z.union([z.literal(0), z.literal(1), z.literal(-2), z.literal(-3)]),
  /** The table stands for good and its prizes are paid; some time after the end. */
  isFinal: z.boolean(),
  fund: decimal,
  /** How many places its table has: without those who left, or were taken out. */
  participants: z.int(),
  startTime: time,
  endTime: time,
  /** Until when one can join: half time. */
  joinUntil: time,
  /** By rank from 1, USDT. */
  prizes: z.array(decimal),
  /** Markets that can be traded; contracts alone, at most `maxLever`. */
  symbols: z.array(z.string()),
  maxLever: z.int(),
  /** Closed trades that a prize asks for. */
  minTrades: z.int(),
  /** The help article with the rules. */
  rule: z.string(),
  /** Entries of sample accounts of a sandbox, and says so. */
  sample: z.boolean(),
  mine: z.nullable(Entry),
})
export type Competition = z.output<typeof Competition>

/** A row of a ranking: a nickname or a masked number, never an account. */
const Ranked = z.object({
  /** null for whoever was taken out; they come last. */
  rank: z.nullable(z.int()),
  /** Empty where the account was deleted. */
  name: z.string(),
  isMine: z.boolean(),
  yieldRate: decimal,
  totalIncome: decimal,
  maxDrawdown: decimal,
  closedTrades: z.int(),
  outReason: Entry.shape.outReason,
  prize: z.nullable(decimal),
})
export type Ranked = z.output<typeof Ranked>

const listPath = '/api/comp/list'
const detailPath = '/api/comp/detail'
const rankPath = '/api/comp/rank'
const minePath = '/api/comp/mine'
const touches = [listPath, detailPath, rankPath, minePath]

/** Call 119. Free, on a virtual fund of its own: nobody pays to win. */
export const competitions = {
  competitions: read(listPath, {
    access: 'open',
    params: z.object({ ...paging, status: z.optional(intParam(-2, 1)) }),
    reply: page(Competition),
    kept: 'page',
  }),
  competition: read(detailPath, { access: 'open', params: z.object({ id }), reply: Competition, kept: 'page' }),
  ranking: read(rankPath, { access: 'open', params: z.object({ ...paging, id }), reply: page(Ranked), kept: 'page' }),
  /** Refuses notFound, competitionNotOpen, alreadyJoined, exited, selfExcluded and region. */
  join: write('/api/comp/join', { access: 'full', once: true, body: z.object({ id }), reply: Competition, touches }),
  /** Closes all that is open there, for good. Refuses notFound and stateConflict. */
  exit: write('/api/comp/exit', { access: 'full', once: true, body: z.object({ id }), reply: Competition, touches }),
  myEntries: read(minePath, { access: 'signedIn', params: z.object(paging), reply: page(Competition), kept: 'page' }),
}
