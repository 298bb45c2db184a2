import type { Decimal } from '#contract/decimal.ts'
import { asInstant, type Instant } from '#contract/time.ts'
import type { Database, Sql } from '#db/database.ts'
import { log, type LogError } from '../core/log.ts'
import { type ReleasedTerm, termsOfReleaseExceptWithdrawals } from './termsOfRelease.ts'
import { startRepeatingJob } from '../core/schedule.ts'

/** A change is told at least so long before it holds (docs/rules/fair-dealing.md); the database keeps to it too. */
export const termsNoticePeriodMs = 7 * 86_400_000
/** Servers that run already learn of a release that another one started with long before it holds. */
const pollIntervalMs = 60_000

/** A change that was told and does not hold yet. */
interface ComingTerm extends ReleasedTerm {
  from: Instant
}

/** Our odds, fees and rates by time, in memory: no order waits for a query to know them. */
export interface TermsByTime {
  /** What held, holds or will hold at that moment; what was published first also holds before. */
  at(area: string, subject: string, name: string, atMs: number): Decimal
  /** What changes after that moment, the soonest first. */
  coming(atMs: number): ComingTerm[]
  /** Whether anything of these areas began to hold after the first moment and by the second. */
  hasChanged(areas: readonly string[], afterMs: number, byMs: number): boolean
  /** When anything of an area changed, newest first. */
  momentsOf(area: string): readonly number[]
}

/** As it is published: null where it was not offered any more. */
interface Published extends Omit<ReleasedTerm, 'value'> {
  value: Decimal | null
  fromMs: number
}

const keyOf = (area: string, subject: string, name: string): string => JSON.stringify([area, subject, name])

/** What is published, newest first, over this release's own, which hold where nothing is published. */
function termsFrom(published: readonly Published[], released: readonly ReleasedTerm[]): TermsByTime {
  const offered = published.filter((term): term is Published & ReleasedTerm => term.value !== null)
  const histories = Map.groupBy(offered, ({ area, subject, name }) => keyOf(area, subject, name))
  const moments = new Map(
    [...Map.groupBy(offered, ({ area }) => area)].map(([area, of]) => [area, [...new Set(of.map(({ fromMs }) => fromMs))]]),
  )
  const own = new Map(released.map(({ area, subject, name, value }) => [keyOf(area, subject, name), value]))
  return {
    at: (area, subject, name, atMs) => {
      const key = keyOf(area, subject, name)
      const history = histories.get(key)
      const value = history ? (history.find(({ fromMs }) => fromMs <= atMs) ?? history.at(-1))?.value : own.get(key)
      if (value === undefined) throw new Error(`there is no term ${key}`)
      return value
    },
    coming: (atMs) =>
      offered
        .filter(({ fromMs }) => fromMs > atMs)
        .toReversed()
        .map(({ fromMs, area, subject, name, value }) => ({ area, subject, name, value, from: asInstant(fromMs) })),
    hasChanged: (areas, afterMs, byMs) => published.some(({ area, fromMs }) => areas.includes(area) && fromMs > afterMs && fromMs <= byMs),
    momentsOf: (area) => moments.get(area) ?? [],
  }
}

const read = (sql: Sql): Promise<Published[]> =>
  sql
    .query<Omit<Published, 'fromMs'> & { from_ms: string }>(
      'select area, subject, name, trim_scale(value) as value, from_ms from released_term order by from_ms desc, id desc',
    )
    .then((rows) => rows.map(({ from_ms, ...row }) => ({ ...row, fromMs: Number(from_ms) })))

/** Those of this release alone, as on a new database. */
export const termsByTimeOfRelease = (): TermsByTime => termsFrom([], termsOfReleaseExceptWithdrawals())

/** Those of a database as they are published by now. */
export const readPublishedTerms = async (sql: Sql): Promise<TermsByTime> => termsFrom(await read(sql), termsOfReleaseExceptWithdrawals())

/** Keeps them in memory and looks once a minute whether another server published more. What was read stays when a look fails. */
export async function startTermsRefresh(
  db: Database,
  report: LogError = log.error,
): Promise<{ terms: TermsByTime; stop(): Promise<void> }> {
  let newest = await readPublishedTerms(db)
  const read = async (): Promise<void> => {
    newest = await readPublishedTerms(db)
  }
  const { stop } = startRepeatingJob('terms', pollIntervalMs, read, { report })
  const terms: TermsByTime = {
    at: (...args) => newest.at(...args),
    coming: (atMs) => newest.coming(atMs),
    hasChanged: (...args) => newest.hasChanged(...args),
    momentsOf: (area) => newest.momentsOf(area),
  }
  return { terms, stop }
}
