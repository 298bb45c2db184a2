import type { Decimal } from '#contract/decimal.ts'
import { serverDayAt } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { serverDayStartSecond, ivInputSymbolOf } from '#market/record/inputs.ts'
import { marketInputLeafValue, type PublishedMarketInput, readNewestMarketInputInRange } from '#market/record/inputStore.ts'
import { defaultIvSurfaces } from '#market/sim/ivLevels.ts'
import type { ImpliedVolatilitySurface } from '#rules/option/option.ts'
import { optionMarkets } from '#rules/option/optionChain.ts'
import type { AppContext } from '../core/appContext.ts'
import type { ValuationPrices } from '../risk/usdtPrice.ts'

const dayMs = 86_400_000

/** A market's surface of one UTC+8 day. */
export interface OptionDaySurface extends ImpliedVolatilitySurface {
  day: string
}
type Surfaces = ReadonlyMap<string, OptionDaySurface>

/** What holds of a market in one hour; a new leaf stands in the first record of its hour at the earliest. */
interface HourSurface {
  hour: number
  surface: OptionDaySurface
}
const hourSeconds = 3_600

// Leaves are never changed, so what was read once holds for every later question: by market and hour.
const known = new WeakMap<AppContext, Map<string, HourSurface>>()

/** Announces today's and tomorrow's surfaces where they are missing. What options are priced with is the leaf of the day. */
export async function publishOptionSurfaces(sql: Sql, nowMs: number): Promise<void> {
  const rows = [0, 1].flatMap((ahead) =>
    optionMarkets.flatMap(({ symbol }) => {
      const surface = defaultIvSurfaces[symbol]
      return surface ? [{ day: serverDayAt(nowMs + ahead * dayMs), symbol, ...surface }] : []
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
 * All markets' surfaces: of each, the newest leaf of the day of its newest price (docs/rules/prices.md), which stands since the first record of that
 * day, or of its hour. Without a price nothing is sold, and what was announced for today is shown.
 */
export async function readOptionSurfacesNow(app: AppContext, sql: Sql): Promise<Surfaces> {
  const nowMs = app.clock.now()
  const cache = known.get(app) ?? new Map<string, HourSurface>()
  known.set(app, cache)
  const surfaces = new Map<string, OptionDaySurface>()
  for (const { symbol } of optionMarkets) {
    const sec = app.market.quote(symbol)?.sec
    const surface = sec === undefined ? undefined : await leafOn(app, sql, cache, symbol, sec)
    if (surface) surfaces.set(symbol, surface)
  }
  if (surfaces.size === optionMarkets.length) return surfaces
  return new Map([...(await announcedOn(sql, nowMs)), ...surfaces])
}

/**
 * All markets' surfaces for these prices. Where they are those of a moment that is over, each is the leaf of the day of its price; one that was
 * not published then is the newest.
 */
export async function readOptionSurfacesForPrices(app: AppContext, sql: Sql, prices: ValuationPrices, isOver: boolean): Promise<Surfaces> {
  const now = await readOptionSurfacesNow(app, sql)
  if (!isOver) return now
  const surfaces = new Map(now)
  for (const { symbol } of optionMarkets) {
    const sec = prices.quote(symbol)?.sec
    const leaf = sec === undefined ? undefined : await findPublishedOptionSurface(sql, app.market.feed, symbol, sec)
    if (leaf) surfaces.set(symbol, leaf.surface)
  }
  return surfaces
}

async function leafOn(
  app: AppContext,
  sql: Sql,
  cache: Map<string, HourSurface>,
  symbol: string,
  sec: number,
): Promise<OptionDaySurface | undefined> {
  const hour = Math.floor(sec / hourSeconds)
  const found = cache.get(symbol)
  if (found?.hour === hour) return found.surface
  const leaf = await findPublishedOptionSurface(sql, app.market.feed, symbol, sec)
  if (leaf) cache.set(symbol, { hour, surface: leaf.surface })
  return leaf?.surface
}

/** What the newest leaf of that second's day says by then, and the second that it stands in; none where the first was published later. */
export async function findPublishedOptionSurface(
  sql: Sql,
  feed: string,
  symbol: string,
  sec: number,
): Promise<{ surface: OptionDaySurface; sec: number } | undefined> {
  const leaf = await readNewestMarketInputInRange(sql, feed, ivInputSymbolOf(symbol), serverDayStartSecond(sec), sec)
  const skew = leaf && marketInputLeafValue(leaf, 'skew')
  if (!leaf || !skew) return undefined
  return { surface: { day: serverDayAt(sec * 1000), iv: leaf.value, skew, ...untilExpiries(leaf) }, sec: leaf.sec }
}

/** The volatilities until each expiry that its leaf names. */
function untilExpiries({ sources }: Pick<PublishedMarketInput, 'sources'>): Pick<OptionDaySurface, 'byExpiry'> {
  const named = sources.filter((source) => /^\d{8}=/.test(source)).map((source) => source.split('=') as [string, Decimal])
  return named.length > 0 ? { byExpiry: Object.fromEntries(named) } : {}
}

async function announcedOn(sql: Sql, nowMs: number): Promise<Surfaces> {
  const day = serverDayAt(nowMs)
  const stored = await readDay(sql, day)
  if (stored.size > 0) return stored
  await publishOptionSurfaces(sql, nowMs)
  return readDay(sql, day)
}

async function readDay(sql: Sql, day: string): Promise<Surfaces> {
  const rows = await sql.query<Omit<OptionDaySurface, 'byExpiry'> & { symbol: string }>(
    'select day, symbol, iv, skew from option_surface where day = $1',
    [day],
  )
  return new Map(rows.map(({ symbol, ...surface }) => [symbol, surface]))
}
