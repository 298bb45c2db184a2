import { Refusal } from '#contract/refusals.ts'
import { wireTimeToInstant, startOfServerDayAt, serverDayAt } from '#contract/time.ts'
import { isNonMarketInputSymbol, dayLinkSymbol, marketOfRecordSymbol, operatorLogSymbol, seedLogSymbol } from '#rules/leaf.ts'
import type { SimRuleVersion } from '#rules/sim/walk.ts'
import { readPublishedLedgerCheck } from '#ledger/checks/published.ts'
import type { AppContext } from '../core/appContext.ts'
import type { PlatformLiabilitiesReader } from '../risk/liabilities.ts'
import type { CallHandlers } from '../core/handlers.ts'
import { readPublishedSigningKeys } from '../core/signingKeys.ts'
import { priceRecordLogOfFeed } from './log.ts'
import { createPriceRecordProofReader } from './proofs.ts'
import { createSignedReservesReader } from './reserves.ts'
import { readFairnessStats } from './stats.ts'
import { createSignedTermsReader } from './terms.ts'

const dayMs = 86_400_000
const longestTicksSeconds = 3_600
const longestOfAllSeconds = 300

/** The calls of the word fairness (docs/rules/fair-dealing.md). */
export function fairnessHandlers(
  { config, db, market }: AppContext,
  liabilities: readonly PlatformLiabilitiesReader[] = [],
): CallHandlers<'fairness'> {
  const reserves = createSignedReservesReader(liabilities)
  const terms = createSignedTermsReader()
  const log = priceRecordLogOfFeed(config.marketFeed, db)
  const proofs = createPriceRecordProofReader(db, market.specs, log)
  const refuseUnknown = (symbol: string): void => {
    if (
      ![operatorLogSymbol, seedLogSymbol].includes(symbol) &&
      !isNonMarketInputSymbol(symbol) &&
      !market.spec(marketOfRecordSymbol(symbol))
    )
      throw new Refusal('symbolUnknown', { symbol })
  }
  return {
    recordKey: async (_, { sql }) => {
      const [newest, ...previous] = await readPublishedSigningKeys(sql)
      // The first key is made with the first signature.
      if (!newest) throw new Refusal('recordNotSigned', { seconds: 75 })
      return { ...newest, alg: 'ES256' as const, previous }
    },
    recordHead: async ({ day }, { sql, now }) => {
      const head = await proofs.newestHead(day)
      if (!head) throw day === undefined ? new Refusal('recordNotSigned', { seconds: 75 }) : new Refusal('notFound')
      const days = [serverDayAt(now), serverDayAt(now + dayMs)]
      const rows = await sql.query<{ day: string; commit: string }>('select day, commit from sim_day where day = any($1)', [days])
      const [today = null, tomorrow = null] = days.map((day) => rows.find((row) => row.day === day)?.commit ?? null)
      return { ...head, simCommit: { today, tomorrow } }
    },
    recordedTicks: ({ symbol, from, to }) => {
      if (symbol !== undefined) refuseUnknown(symbol)
      const longest = symbol === undefined ? longestOfAllSeconds : longestTicksSeconds
      if (to < from || to - from > longest) throw new Refusal('validation', { field: 'to', rule: `at most ${longest} after from` })
      return symbol === undefined ? proofs.allTicks(from, to) : proofs.ticks(symbol, from, to)
    },
    recordProof: ({ symbol, sec }) => {
      if (symbol === dayLinkSymbol) return proofs.link(log.dayOf(sec))
      refuseUnknown(symbol)
      return proofs.proof(symbol, sec)
    },
    recordConsistency: async ({ day: dayParam, from, to }) => {
      const day = dayParam ?? (await proofs.newestHead())?.day
      if (day === undefined) throw new Refusal('notFound')
      return { day, from, to, path: await proofs.consistency(day, from, to) }
    },
    reserves: (_, { now }) => reserves(db, now),
    stats: async ({ day }, { sql }) => {
      const stats = await readFairnessStats(sql, day)
      if (!stats) throw new Refusal('notFound')
      return stats
    },
    ledgerCheck: (_, { sql }) => readPublishedLedgerCheck(sql),
    terms: (_, { now }) => terms(db, now),
    simSeed: async ({ day }, { sql, now }) => {
      const begins = wireTimeToInstant(`${day} 00:00:00`)
      if (Number.isNaN(begins) || serverDayAt(begins) !== day) throw new Refusal('validation', { field: 'day', rule: 'date' })
      const [row] = await sql.query<{ commit: string; seed: string; rule: SimRuleVersion }>(
        'select commit, seed, rule from sim_day where day = $1',
        [day],
      )
      const isOver = now >= startOfServerDayAt(begins) + dayMs
      return { day, commit: row?.commit ?? null, seed: row && isOver ? row.seed : null, rule: row?.rule ?? null }
    },
  }
}
