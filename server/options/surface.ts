import { wireDay } from '#contract/time.ts'
import { asDecimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import type { IvSurface } from '#rules/option.ts'
import { optionMarkets } from '#rules/optionChain.ts'
import type { House } from '../house.ts'

/** Product §5.4: at the money, and two points for each 5 % below the price. */
const skew = asDecimal('0.02')
const published: Record<string, IvSurface> = {
  BTCUSDT: { iv: asDecimal('0.5'), skew },
  ETHUSDT: { iv: asDecimal('0.65'), skew },
  XAUUSD: { iv: asDecimal('0.17'), skew },
}

const dayMs = 86_400_000

/** A market's surface of one UTC+8 day. */
export interface DaySurface extends IvSurface {
  day: string
}
type Surfaces = ReadonlyMap<string, DaySurface>

// Rows are never changed, so what was read once holds for every later question.
const known = new WeakMap<House, Map<string, Surfaces>>()

/** Writes today's and tomorrow's surfaces where they are missing: each stands before the first price made with it. */
export async function publishSurfaces(sql: Sql, nowMs: number): Promise<void> {
  const rows = [0, 1].flatMap((ahead) =>
    optionMarkets.flatMap(({ symbol }) => {
      const surface = published[symbol]
      return surface ? [{ day: wireDay(nowMs + ahead * dayMs), symbol, ...surface }] : []
    }),
  )
  await sql.query(
    `insert into option_surface (day, symbol, iv, skew, published_ms)
     select day, symbol, iv, skew, $5 from unnest($1::text[], $2::text[], $3::numeric[], $4::numeric[]) as new (day, symbol, iv, skew)
     on conflict do nothing`,
    [rows.map(({ day }) => day), rows.map(({ symbol }) => symbol), rows.map(({ iv }) => iv), rows.map((row) => row.skew), nowMs],
  )
}

/** All markets' surfaces of this moment's day, published at the latest now. */
export async function surfacesNow(house: House, sql: Sql): Promise<Surfaces> {
  const nowMs = house.clock.now()
  const day = wireDay(nowMs)
  const found = known.get(house)?.get(day)
  if (found) return found
  const stored = await readDay(sql, day)
  if (stored.size > 0) {
    known.set(house, new Map([[day, stored]]))
    return stored
  }
  // Not remembered: the transaction that this is part of may still be undone.
  await publishSurfaces(sql, nowMs)
  return readDay(sql, day)
}

async function readDay(sql: Sql, day: string): Promise<Surfaces> {
  const rows = await sql.query<DaySurface & { symbol: string }>('select day, symbol, iv, skew from option_surface where day = $1', [day])
  return new Map(rows.map(({ symbol, ...surface }) => [symbol, surface]))
}
