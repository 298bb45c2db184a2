import { wireDay } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { daySince, ivSymbol } from '#market/inputs.ts'
import { inputNumber, publishedFor } from '#market/inputStore.ts'
import { ivLevels } from '#market/ivLevels.ts'
import type { IvSurface } from '#rules/option.ts'
import { optionMarkets } from '#rules/optionChain.ts'
import type { House } from '../house.ts'
import type { Prices } from '../worth.ts'

const dayMs = 86_400_000

/** A market's surface of one UTC+8 day. */
export interface DaySurface extends IvSurface {
  day: string
}
type Surfaces = ReadonlyMap<string, DaySurface>

// Leaves are never changed, so what was read once holds for every later question: by market and day.
const known = new WeakMap<House, Map<string, DaySurface>>()

/** Announces today's and tomorrow's surfaces where they are missing. What options are priced with is the leaf of the day. */
export async function publishSurfaces(sql: Sql, nowMs: number): Promise<void> {
  const rows = [0, 1].flatMap((ahead) =>
    optionMarkets.flatMap(({ symbol }) => {
      const surface = ivLevels[symbol]
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

/**
 * All markets' surfaces: of each, the leaf of the day of its newest price (product §3.3), which stands since the first record of that day.
 * Without a price nothing is sold, and what was announced for today is shown.
 */
export async function surfacesNow(house: House, sql: Sql): Promise<Surfaces> {
  const nowMs = house.clock.now()
  const kept = known.get(house) ?? new Map<string, DaySurface>()
  known.set(house, kept)
  const surfaces = new Map<string, DaySurface>()
  for (const { symbol } of optionMarkets) {
    const sec = house.market.quote(symbol)?.sec
    const surface = sec === undefined ? undefined : await leafOn(house, sql, kept, symbol, sec)
    if (surface) surfaces.set(symbol, surface)
  }
  if (surfaces.size === optionMarkets.length) return surfaces
  return new Map([...(await announcedOn(sql, nowMs)), ...surfaces])
}

/**
 * All markets' surfaces for these prices. Where they are those of a moment that is over, each is the leaf of the day of its price; one that was
 * not published then is the newest.
 */
export async function surfacesBy(house: House, sql: Sql, prices: Prices, isOver: boolean): Promise<Surfaces> {
  const now = await surfacesNow(house, sql)
  if (!isOver) return now
  const surfaces = new Map(now)
  for (const { symbol } of optionMarkets) {
    const sec = prices.quote(symbol)?.sec
    const leaf = sec === undefined ? undefined : await publishedSurface(sql, house.market.feed, symbol, sec)
    if (leaf) surfaces.set(symbol, leaf.surface)
  }
  return surfaces
}

async function leafOn(house: House, sql: Sql, kept: Map<string, DaySurface>, symbol: string, sec: number): Promise<DaySurface | undefined> {
  const day = wireDay(sec * 1000)
  const found = kept.get(symbol)
  if (found?.day === day) return found
  const leaf = await publishedSurface(sql, house.market.feed, symbol, sec)
  if (leaf) kept.set(symbol, leaf.surface)
  return leaf?.surface
}

/** What the leaf of that second's day says, and the second that it stands in; none where it was published later. */
export async function publishedSurface(
  sql: Sql,
  feed: string,
  symbol: string,
  sec: number,
): Promise<{ surface: DaySurface; sec: number } | undefined> {
  const leaf = (await publishedFor(sql, feed, daySince(sec), [ivSymbol(symbol)])).get(ivSymbol(symbol))
  const skew = leaf && inputNumber(leaf, 'skew')
  if (!leaf || !skew || leaf.sec > sec) return undefined
  return { surface: { day: wireDay(sec * 1000), iv: leaf.value, skew }, sec: leaf.sec }
}

async function announcedOn(sql: Sql, nowMs: number): Promise<Surfaces> {
  const day = wireDay(nowMs)
  const stored = await readDay(sql, day)
  if (stored.size > 0) return stored
  await publishSurfaces(sql, nowMs)
  return readDay(sql, day)
}

async function readDay(sql: Sql, day: string): Promise<Surfaces> {
  const rows = await sql.query<DaySurface & { symbol: string }>('select day, symbol, iv, skew from option_surface where day = $1', [day])
  return new Map(rows.map(({ symbol, ...surface }) => [symbol, surface]))
}
