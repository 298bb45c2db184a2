import type { Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import { recordLeafSourceValue, priceRecordLeafText } from '#rules/leaf.ts'
import { formatScaledPrice, toScaledPrice } from '#rules/scaled.ts'

/** A published number that is no price (docs/rules/prices.md): 'FUND:BTCUSDT', 'SWAP:XAUUSD', 'IV:ETHUSDT', 'LOG:OPERATOR'. */
export interface PublishedMarketInput {
  symbol: string
  /** From which moment on it holds. */
  sinceSec: number
  /** The second whose leaf it is. */
  sec: number
  value: Decimal
  /** SIM: from the day's seed; RULE: a level of our own. */
  mode: 'LIVE' | 'SIM' | 'RULE'
  /** 'name=raw' each, as in the leaf. */
  sources: readonly string[]
}

interface Row extends Pick<PublishedMarketInput, 'symbol' | 'value' | 'mode'> {
  since_sec: string
  sec: string
  sources: string
}

const columns = 'symbol, since_sec, sec, value, mode, sources'
const inputOf = ({ since_sec, sec, sources, ...row }: Row): PublishedMarketInput => ({
  ...row,
  sinceSec: Number(since_sec),
  sec: Number(sec),
  sources: sources.split(',').filter(Boolean),
})

/** `v1|FUND:BTCUSDT|sec|value|SIM|0|-`, `v1|SWAP:XAUUSD|sec|long|RULE|2|long=…,short=…`, `v1|IV:BTCUSDT|sec|iv|RULE|2|iv=…,skew=…`. */
export const marketInputLeafText = ({ symbol, sec, value, mode, sources }: PublishedMarketInput): string =>
  priceRecordLeafText({ symbol, sec, price: leafNumber(value), mode, sources })

/** With exactly ten decimals, as in a leaf. */
const leafNumber = (value: Decimal): Decimal => formatScaledPrice(toScaledPrice(value), 10)

/** What its leaf says: its number, or the raw one of that name among its sources; undefined when there is none of that name. */
export const marketInputLeafValue = (input: PublishedMarketInput, part?: string): Decimal | undefined =>
  part === undefined ? leafNumber(input.value) : (recordLeafSourceValue(input, part) as Decimal | undefined)

/** What was published for the time that began at this moment, by symbol. */
export async function readMarketInputsStartingAt(
  sql: Sql,
  feed: string,
  sinceSec: number,
  symbols: readonly string[],
): Promise<ReadonlyMap<string, PublishedMarketInput>> {
  const rows = await sql.query<Row>(`select ${columns} from published_input where feed = $1 and since_sec = $2 and symbol = any($3)`, [
    feed,
    sinceSec,
    [...symbols],
  ])
  return new Map(rows.map((row) => [row.symbol, inputOf(row)]))
}

/** What holds of each symbol at a moment: the newest that was published for a time that had begun by then. */
export async function readEffectiveMarketInputsAt(
  sql: Sql,
  feed: string,
  sec: number,
  symbols: readonly string[],
): Promise<ReadonlyMap<string, PublishedMarketInput>> {
  const rows = await sql.query<Row>(
    `select newest.* from unnest($3::text[]) as asked (name) cross join lateral (
       select ${columns} from published_input where feed = $1 and symbol = asked.name and since_sec <= $2 order by since_sec desc limit 1
     ) as newest`,
    [feed, sec, [...symbols]],
  )
  return new Map(rows.map((row) => [row.symbol, inputOf(row)]))
}

/** The newest that was published of a symbol for a time that began by then. */
export async function readEffectiveMarketInputAt(
  sql: Sql,
  feed: string,
  symbol: string,
  sinceSec: number,
): Promise<PublishedMarketInput | undefined> {
  const [row] = await sql.query<Row>(
    `select ${columns} from published_input where feed = $1 and symbol = $2 and since_sec <= $3 order by since_sec desc limit 1`,
    [feed, symbol, sinceSec],
  )
  return row && inputOf(row)
}

/** The newest of a symbol that was published by this second for a time that began in [fromSec, sec]. */
export async function readNewestMarketInputInRange(
  sql: Sql,
  feed: string,
  symbol: string,
  fromSec: number,
  sec: number,
): Promise<PublishedMarketInput | undefined> {
  const [row] = await sql.query<Row>(
    `select ${columns} from published_input where feed = $1 and symbol = $2 and since_sec between $3 and $4 and sec <= $4
     order by since_sec desc limit 1`,
    [feed, symbol, fromSec, sec],
  )
  return row && inputOf(row)
}

/** The newest time that each symbol was published for. */
export async function readNewestMarketInputSinceSecs(sql: Sql, feed: string): Promise<Map<string, number>> {
  const rows = await sql.query<{ symbol: string; since: string }>(
    'select symbol, max(since_sec) as since from published_input where feed = $1 group by symbol',
    [feed],
  )
  return new Map(rows.map(({ symbol, since }) => [symbol, Number(since)]))
}

/** All inputs of these feeds in these seconds, both ends included; of one symbol when told. */
export async function readMarketInputsPublishedBetween(
  sql: Sql,
  feeds: readonly string[],
  fromSec: number,
  toSec: number,
  symbol?: string,
): Promise<PublishedMarketInput[]> {
  const rows = await sql.query<Row>(
    `select ${columns} from published_input
     where feed = any($1) and sec between $2 and $3 and ($4::text is null or symbol = $4) order by sec, symbol`,
    [[...feeds], fromSec, toSec, symbol ?? null],
  )
  return rows.map(inputOf)
}

/** What was published by this second of these symbols for times that began at or after `fromSec`, oldest first. */
export async function readMarketInputsStartingSince(
  sql: Sql,
  feed: string,
  symbols: readonly string[],
  fromSec: number,
  sec: number,
): Promise<PublishedMarketInput[]> {
  const rows = await sql.query<Row>(
    `select ${columns} from published_input
     where feed = $1 and symbol = any($2) and since_sec between $3 and $4 and sec <= $4 order by since_sec, symbol`,
    [feed, [...symbols], fromSec, sec],
  )
  return rows.map(inputOf)
}

/** All inputs of these feeds in exactly these seconds. */
export async function readMarketInputsPublishedInSeconds(
  sql: Sql,
  feeds: readonly string[],
  secs: readonly number[],
): Promise<PublishedMarketInput[]> {
  const rows = await sql.query<Row>(`select ${columns} from published_input where feed = any($1) and sec = any($2::bigint[])`, [
    [...feeds],
    [...secs],
  ])
  return rows.map(inputOf)
}
