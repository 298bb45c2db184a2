import { basename } from 'node:path'
import { startOfWireDay, wireDay } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import type { Config } from '#server/config.ts'

/** A row of day trees (migration 0011): that of the market, or that of one replayed file. */
export interface Log {
  name: string
  /** The feeds whose records are its leaves. */
  feeds(): Promise<readonly string[]>
  /** Of which day's tree a second is: '2026-11-21', of a replay '2017-09-04@file.csv'. */
  dayOf(sec: number): string
}

/** The log of the feed that the settings name. */
export function logOf(feed: Config['marketFeed'], sql: Sql): Log {
  const file = feed.kind === 'replay' ? basename(feed.file) : undefined
  if (file !== undefined)
    return { name: `replay:${file}`, feeds: async () => [`replay:${file}`], dayOf: (sec) => `${wireDay(sec * 1000)}@${file}` }
  return {
    name: 'market',
    feeds: async () => {
      const rows = await sql.query<{ feed: string }>("select feed from market_feed where feed not like 'replay:%' order by feed")
      return rows.map((row) => row.feed)
    },
    dayOf: (sec) => wireDay(sec * 1000),
  }
}

/** The first second of a tree's day. */
export const firstSecOf = (day: string): number => startOfWireDay(Date.parse(`${day.slice(0, 10)}T04:00:00Z`)) / 1000
