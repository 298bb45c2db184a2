import { readdir } from 'node:fs/promises'
import type { PublishedLedgerCheck } from '#contract/calls/fairness.ts'
import { readPublishedLedgerCheck } from '#ledger/checks/published.ts'
import type { AppContext } from '../core/appContext.ts'
import { listJobHealth } from '../core/schedule.ts'

/** What /healthz says. */
export interface ServerHealth {
  /** All of them: without fresh prices nobody can trade here, so whoever watches is told. People are answered all the same. */
  ready: boolean
  database: 'up' | 'down'
  migrations: 'current' | 'behind' | 'unknown'
  feed: 'fresh' | 'stale' | 'none'
  /** The second that the feed gave ahead of this server's clock, which is not recorded; null while it gives none. */
  aheadSec: number | null
  /** Jobs that run longer than they should, by name. */
  lateJobs: string[]
  /** When the ledger was checked last, whether it held, and since when it is halted; null while the database does not answer. */
  ledger: PublishedLedgerCheck | null
}

const patienceMs = 2_000

/** The state of the parts, within two seconds. */
export async function readServerHealth(app: AppContext, isMade: boolean): Promise<ServerHealth> {
  const [applied, ledger] = await Promise.all([
    soon(app.db.query<{ name: string }>('select name from migration')),
    soon(readPublishedLedgerCheck(app.db)),
  ])
  const migrations = applied === undefined ? 'unknown' : await compare(applied.map(({ name }) => name))
  const database = applied === undefined ? 'down' : 'up'
  const feed = feedOf(app)
  return {
    ready: isMade && database === 'up' && migrations === 'current' && feed === 'fresh',
    database,
    migrations,
    feed,
    aheadSec: app.market.aheadSec?.() ?? null,
    lateJobs: listJobHealth().flatMap(({ name, isLate }) => (isLate ? [name] : [])),
    ledger: ledger ?? null,
  }
}

const soon = <T>(pending: Promise<T>): Promise<T | undefined> =>
  Promise.race([pending.catch(() => undefined), new Promise<undefined>((resolve) => setTimeout(resolve, patienceMs, undefined).unref())])

async function compare(applied: readonly string[]): Promise<ServerHealth['migrations']> {
  const names = (await readdir(new URL('../db/migrations/', import.meta.url))).filter((name) => name.endsWith('.sql'))
  return names.every((name) => applied.includes(name)) ? 'current' : 'behind'
}

function feedOf({ market }: AppContext): ServerHealth['feed'] {
  const quotes = market.specs.map(({ symbol }) => market.quote(symbol)).filter((quote) => quote !== undefined)
  if (quotes.length === 0) return 'none'
  return quotes.some(({ stale }) => !stale) ? 'fresh' : 'stale'
}
