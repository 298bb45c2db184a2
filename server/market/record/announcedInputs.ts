import type { Sql } from '#db/database.ts'
import type { PublishedMarketInput } from './inputStore.ts'

/** A number that a module worked out from the record: it is published with one of the next seconds. */
export type AnnouncedMarketInput = Omit<PublishedMarketInput, 'sec'>

interface Row extends Pick<AnnouncedMarketInput, 'symbol' | 'value' | 'mode'> {
  since_sec: string
  sources: string
}

const announcedOf = ({ since_sec, sources, ...row }: Row): AnnouncedMarketInput => ({
  ...row,
  sinceSec: Number(since_sec),
  sources: sources.split(',').filter(Boolean),
})

/**
 * Puts an input down for the recorder, which publishes it with one of its next seconds, none before `sinceSec`. For each feed, symbol and
 * time the first one stands.
 */
export const announceMarketInput = (
  sql: Sql,
  feed: string,
  { symbol, sinceSec, value, mode, sources }: AnnouncedMarketInput,
): Promise<unknown> =>
  sql.query(
    `insert into announced_input (feed, symbol, since_sec, value, mode, sources) values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    [feed, symbol, sinceSec, value, mode, sources.join(',')],
  )

/** Of each symbol the oldest that is not published yet and whose time the record has reached by `sec`: a replay's seconds are of another time. */
export async function readOldestUnpublishedMarketInputs(sql: Sql, feed: string, sec: number): Promise<AnnouncedMarketInput[]> {
  const rows = await sql.query<Row>(
    `select distinct on (symbol) symbol, since_sec, value, mode, sources from announced_input a
     where feed = $1 and since_sec <= $2 and not exists (
       select from published_input p where p.feed = a.feed and p.symbol = a.symbol and p.since_sec = a.since_sec
     ) order by symbol, since_sec`,
    [feed, sec],
  )
  return rows.map(announcedOf)
}

/** What was announced of a symbol for a time, and from which feed it was worked out. */
export async function findAnnouncedMarketInput(
  sql: Sql,
  symbol: string,
  sinceSec: number,
): Promise<(AnnouncedMarketInput & { feed: string }) | undefined> {
  const [row] = await sql.query<Row & { feed: string }>('select * from announced_input where symbol = $1 and since_sec = $2', [
    symbol,
    sinceSec,
  ])
  return row && { ...announcedOf(row), feed: row.feed }
}
