import { readdir } from 'node:fs/promises'
import type { House } from '#server/house.ts'

/** What /healthz says. The feed is told but does not decide: a server without fresh prices still shows people their money. */
export interface Health {
  ready: boolean
  database: 'up' | 'down'
  migrations: 'current' | 'behind' | 'unknown'
  feed: 'fresh' | 'stale' | 'none'
}

const patienceMs = 2_000

/** The state of the parts, within two seconds. */
export async function healthOf(house: House, isMade: boolean): Promise<Health> {
  const applied = await soon(house.db.query<{ name: string }>('select name from migration'))
  const migrations = applied === undefined ? 'unknown' : await compare(applied.map(({ name }) => name))
  const database = applied === undefined ? 'down' : 'up'
  return { ready: isMade && database === 'up' && migrations === 'current', database, migrations, feed: feedOf(house) }
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
