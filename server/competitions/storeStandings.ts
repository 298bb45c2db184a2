import type { AppContext } from '../core/appContext.ts'
import type { CompetitionStanding } from './standing.ts'
import { fromMoneyUnits } from './units.ts'

const turnLock = [60, 1] as const
/** At most so many rows in a turn. */
const atOnce = 20_000
/** Another server wrote the same so recently. */
const freshMs = 10_000

/** Writes highest equities, falls and the day's beginnings down, one server at a time; whatever is there already and higher, stays. */
export async function storeCompetitionStandings(
  app: Pick<AppContext, 'db' | 'clock'>,
  unkept: Set<CompetitionStanding>,
  isLast: boolean,
): Promise<void> {
  if (unkept.size === 0) return
  const rows = [...unkept].slice(0, atOnce)
  // What changes meanwhile is in the set again.
  for (const row of rows) unkept.delete(row)
  const isKept = await write(app, rows, isLast).catch((error: unknown) => {
    for (const row of rows) unkept.add(row)
    throw error
  })
  if (!isKept) for (const row of rows) unkept.add(row)
}

const write = ({ db, clock }: Pick<AppContext, 'db' | 'clock'>, rows: readonly CompetitionStanding[], isLast: boolean): Promise<boolean> =>
  db.transaction(async (sql) => {
    const [turn] = await sql.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1, $2) as mine', [...turnLock])
    if (!turn?.mine) return false
    const claimed = await sql.query(
      'update competition_kept set at_ms = $1 where at_ms not between $1::bigint - $2::bigint and $1::bigint returning 1',
      [clock.now(), isLast ? -1 : freshMs],
    )
    if (claimed.length === 0) return false
    await sql.query(
      `update competition_entry as e set peak = greatest(e.peak, k.peak), max_drawdown = greatest(e.max_drawdown, k.drawdown), day = greatest(e.day, k.day),
         day_equity = case when k.day > e.day then k.day_equity else e.day_equity end
       from unnest($1::bigint[], $2::numeric[], $3::numeric[], $4::text[], $5::numeric[]) as k (id, peak, drawdown, day, day_equity)
       where e.id = k.id and e.status = 1`,
      [
        rows.map(({ id }) => id),
        rows.map(({ peak }) => fromMoneyUnits(peak)),
        rows.map(({ drawdown }) => fromMoneyUnits(drawdown)),
        rows.map(({ day }) => day),
        rows.map(({ dayEquity }) => fromMoneyUnits(dayEquity)),
      ],
    )
    return true
  })
