import { Refusal } from '#contract/refusals.ts'
import { fromWire, startOfWireDay, wireDay } from '#contract/time.ts'
import { isOwnInput, marketOfLeaf, operatorLogSymbol } from '#rules/leaf.ts'
import type { House } from '#server/house.ts'
import type { Liabilities } from '#server/liabilities.ts'
import type { Handlers } from '#server/http/handlers.ts'
import { publishedKeys } from './keys.ts'
import { logOf } from './log.ts'
import { proofsOf } from './proofs.ts'
import { reservesReader } from './reserves.ts'
import { statsOf } from './stats.ts'
import { termsReader } from './terms.ts'

const dayMs = 86_400_000
const longestTicksSeconds = 3_600

/** The calls of the word fairness (product §1.10). */
export function fairnessHandlers({ config, db, market }: House, liabilities: readonly Liabilities[] = []): Handlers<'fairness'> {
  const reserves = reservesReader(liabilities)
  const terms = termsReader()
  const proofs = proofsOf(db, market.specs, logOf(config.marketFeed, db))
  const refuseUnknown = (symbol: string): void => {
    if (symbol !== operatorLogSymbol && !isOwnInput(symbol) && !market.spec(marketOfLeaf(symbol)))
      throw new Refusal('symbolUnknown', { symbol })
  }
  return {
    recordKey: async (_, { sql }) => {
      const [newest, ...previous] = await publishedKeys(sql)
      // The first key is made with the first signature.
      if (!newest) throw new Refusal('recordNotSigned', { seconds: 75 })
      return { ...newest, alg: 'ES256' as const, previous }
    },
    recordHead: async ({ day }, { sql, now }) => {
      const head = await proofs.newestHead(day)
      if (!head) throw day === undefined ? new Refusal('recordNotSigned', { seconds: 75 }) : new Refusal('notFound')
      const days = [wireDay(now), wireDay(now + dayMs)]
      const rows = await sql.query<{ day: string; commit: string }>('select day, commit from sim_day where day = any($1)', [days])
      const [today = null, tomorrow = null] = days.map((asked) => rows.find((row) => row.day === asked)?.commit ?? null)
      return { ...head, simCommit: { today, tomorrow } }
    },
    recordedTicks: ({ symbol, from, to }) => {
      refuseUnknown(symbol)
      if (to < from || to - from > longestTicksSeconds)
        throw new Refusal('validation', { field: 'to', rule: `at most ${longestTicksSeconds} after from` })
      return proofs.ticks(symbol, from, to)
    },
    recordProof: ({ symbol, sec }) => {
      refuseUnknown(symbol)
      return proofs.proof(symbol, sec)
    },
    recordConsistency: async ({ day: asked, from, to }) => {
      const day = asked ?? (await proofs.newestHead())?.day
      if (day === undefined) throw new Refusal('notFound')
      return { day, from, to, path: await proofs.consistency(day, from, to) }
    },
    reserves: (_, { now }) => reserves(db, now),
    stats: async ({ day }, { sql }) => {
      const stats = await statsOf(sql, day)
      if (!stats) throw new Refusal('notFound')
      return stats
    },
    terms: (_, { now }) => terms(db, now),
    simSeed: async ({ day }, { sql, now }) => {
      const begins = fromWire(`${day} 00:00:00`)
      if (Number.isNaN(begins) || wireDay(begins) !== day) throw new Refusal('validation', { field: 'day', rule: 'date' })
      const [row] = await sql.query<{ commit: string; seed: string }>('select commit, seed from sim_day where day = $1', [day])
      const isOver = now >= startOfWireDay(begins) + dayMs
      return { day, commit: row?.commit ?? null, seed: row && isOver ? row.seed : null }
    },
  }
}
