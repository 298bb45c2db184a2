import { basename } from 'node:path'
import { startOfServerDayAt, serverDayAt } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import type { Config } from '../core/startup/config.ts'

/** A row of day trees (migration 0011): that of the market, or that of one replayed file. */
export interface PriceRecordLog {
  name: string
  /** The feeds whose records are its leaves. */
  feeds(): Promise<readonly string[]>
  /** Of which day's tree a second is: '2026-11-21', of a replay '2017-09-04@file.csv'. */
  dayOf(sec: number): string
}

const logOfFile = (file: string): PriceRecordLog => ({
  name: `replay:${file}`,
  feeds: async () => [`replay:${file}`],
  dayOf: (sec) => `${serverDayAt(sec * 1000)}@${file}`,
})

const logOfMarket = (sql: Sql): PriceRecordLog => ({
  name: 'market',
  feeds: async () => {
    const rows = await sql.query<{ feed: string }>("select feed from market_feed where feed not like 'replay:%' order by feed")
    return rows.map((row) => row.feed)
  },
  dayOf: (sec) => serverDayAt(sec * 1000),
})

/** The log of the feed that the settings name. */
export const priceRecordLogOfFeed = (feed: Config['marketFeed'], sql: Sql): PriceRecordLog =>
  feed.kind === 'replay' ? logOfFile(basename(feed.file)) : logOfMarket(sql)

/** The logs of the feeds that this database recorded before, whose records are still there. */
export async function otherPriceRecordLogs(sql: Sql, own: PriceRecordLog): Promise<PriceRecordLog[]> {
  const rows = await sql.query<{ feed: string }>(
    `select feed from market_feed where feed like 'replay:%' and feed <> $1
     and exists (select from price_record where price_record.feed = market_feed.feed) order by feed`,
    [own.name],
  )
  const replays = rows.map(({ feed }) => logOfFile(feed.slice('replay:'.length)))
  return own.name === 'market' ? replays : [...replays, logOfMarket(sql)]
}

/** The first second of a tree's day. */
export const firstSecondOfTreeDay = (day: string): number => startOfServerDayAt(Date.parse(`${day.slice(0, 10)}T04:00:00Z`)) / 1000
