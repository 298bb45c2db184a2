import { readdir } from 'node:fs/promises'
import type { House } from '#server/house.ts'

/** What /healthz says. */
export interface Health {
  /** All of them: without fresh prices nobody can trade here, so whoever watches is told. People are answered all the same. */
  ready: boolean
  database: 'up' | 'down'
  migrations: 'current' | 'behind' | 'unknown'
  feed: 'fresh' | 'stale' | 'none'
  /** The second that the feed gave ahead of this server's clock, which is not recorded; null while it gives none. */
  aheadSec: number | null
}

const patienceMs = 2_000

/** The state of the parts, within two seconds. */
export async function healthOf(house: House, isMade: boolean): Promise<Health> {
  const applied = await soon(house.db.query<{ name: string }>('select name from migration'))
  const migrations = applied === undefined ? 'unknown' : await compare(applied.map(({ name }) => name))
  const database = applied === undefined ? 'down' : 'up'
  const feed = feedOf(house)
  return {
    ready: isMade && database === 'up' && migrations === 'current' && feed === 'fresh',
    database,
    migrations,
    feed,
    aheadSec: house.market.aheadSec?.() ?? null,
  }
}

const soon = <T>(asked: Promise<T>): Promise<T | undefined> =>
  Promise.race([asked.catch(() => undefined), new Promise<undefined>((resolve) => setTimeout(resolve, patienceMs, undefined).unref())])

async function compare(applied: readonly string[]): Promise<Health['migrations']> {
  const names = (await readdir(new URL('../db/migrations/', import.meta.url))).filter((name) => name.endsWith('.sql'))
  return names.every((name) => applied.includes(name)) ? 'current' : 'behind'
}

function feedOf({ market }: House): Health['feed'] {
  const quotes = market.specs.map(({ symbol }) => market.quote(symbol)).filter((quote) => quote !== undefined)
  if (quotes.length === 0) return 'none'
  return quotes.some(({ stale }) => !stale) ? 'fresh' : 'stale'
}
