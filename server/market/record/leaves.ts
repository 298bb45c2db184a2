import type { Sql } from '#db/database.ts'
import { isRecordInputSymbol, priceRecordLeafText } from '#rules/leaf.ts'
import { readMarketInputsPublishedBetween, marketInputLeafText } from './inputStore.ts'
import type { SymbolSpec } from '../market.ts'
import { unpackSymbolPrice, type StoredPrice, unpackPriceRecord } from './recordBytes.ts'
import { formatScaledPrice } from '#rules/scaled.ts'

/** One market's line of one second, or that of another published number, as it is hashed. */
interface RecordLeaf {
  symbol: string
  text: string
}

interface LeafSecond {
  sec: number
  /** By SYMBOL. */
  leaves: readonly RecordLeaf[]
}

interface Row {
  sec: string
  prices: Uint8Array
  raw: string | null
}

/** The price record and the published inputs read as leaves (docs/rules/prices.md): of which feeds, and in which order. */
export interface PriceLeafReader {
  /** The newest recorded second, 0 when there is none. */
  newestSec(): Promise<number>
  /** Seconds from `fromSec` to `toSec`, both included, about `limit` of them; `more` when there are others up to `toSec`. */
  seconds(fromSec: number, toSec: number, limit: number): Promise<{ seconds: LeafSecond[]; more: boolean }>
  /** One market's leaves, or those of one input ('FUND:BTCUSDT'), from `fromSec` to `toSec`, both included, oldest first. */
  ofSymbol(symbol: string, fromSec: number, toSec: number): Promise<string[]>
}

/** `feedsOf` names the feeds whose records are read together. */
export function createPriceLeafReader(sql: Sql, specs: readonly SymbolSpec[], feedsOf: () => Promise<readonly string[]>): PriceLeafReader {
  const symbols = specs.map(({ symbol }) => symbol)
  const crosses = new Map(specs.flatMap(({ symbol, derived }) => (derived ? [[symbol, [derived.a, derived.b]] as const] : [])))

  const textOf = (
    symbol: string,
    sec: number,
    { price, mode }: StoredPrice,
    sourcesBySymbol: ReadonlyMap<string, readonly string[]>,
  ): string => {
    const sources = mode === 'LIVE' ? (sourcesBySymbol.get(symbol) ?? []) : mode === 'DERIVED' ? (crosses.get(symbol) ?? []) : []
    return priceRecordLeafText({ symbol, sec, price: formatScaledPrice(price, 10), mode, sources })
  }

  /** The published inputs of these seconds, by second. */
  const inputsIn = async (seconds: readonly number[]): Promise<ReadonlyMap<number, readonly RecordLeaf[]>> => {
    const [first, last] = [seconds[0], seconds.at(-1)]
    if (first === undefined || last === undefined) return new Map()
    const inputs = await readMarketInputsPublishedBetween(sql, await feedsOf(), first, last)
    const placed = inputs.map((input) => ({ sec: input.sec, symbol: input.symbol, text: marketInputLeafText(input) }))
    return Map.groupBy(placed, ({ sec }) => sec)
  }

  const leavesOf = (sec: number, rows: readonly Row[], inputs: readonly RecordLeaf[]): LeafSecond => {
    const prices = rows.flatMap(({ prices, raw }) => {
      const sources = sourcesIn(raw)
      return [...unpackPriceRecord(symbols, prices)].map(([symbol, stored]) => ({ symbol, text: textOf(symbol, sec, stored, sources) }))
    })
    const leaves = [...prices, ...inputs]
    return { sec, leaves: leaves.sort((a, b) => (a.symbol < b.symbol ? -1 : a.symbol > b.symbol ? 1 : 0)) }
  }

  const read = async (fromSec: number, toSec: number, limit: number | null): Promise<Row[]> =>
    sql.query<Row>('select sec, prices, raw from price_record where feed = any($1) and sec between $2 and $3 order by sec, feed limit $4', [
      await feedsOf(),
      fromSec,
      toSec,
      limit,
    ])

  return {
    newestSec: async () => {
      const [row] = await sql.query<{ sec: string | null }>(
        `select max(newest.sec) as sec from unnest($1::text[]) as asked(feed)
         cross join lateral (select sec from price_record where price_record.feed = asked.feed order by sec desc limit 1) as newest`,
        [await feedsOf()],
      )
      return Number(row?.sec ?? 0)
    },
    seconds: async (fromSec, toSec, limit) => {
      const rows = await read(fromSec, toSec, limit)
      const more = rows.length === limit
      const bySec = [...Map.groupBy(rows, (row) => Number(row.sec))]
      // The last second may go on behind the limit: it is left for the next look.
      const whole = more && bySec.length > 1 ? bySec.slice(0, -1) : bySec
      const inputs = await inputsIn(whole.map(([sec]) => sec))
      return { seconds: whole.map(([sec, own]) => leavesOf(sec, own, inputs.get(sec) ?? [])), more }
    },
    ofSymbol: async (symbol, fromSec, toSec) => {
      if (isRecordInputSymbol(symbol))
        return (await readMarketInputsPublishedBetween(sql, await feedsOf(), fromSec, toSec, symbol)).map(marketInputLeafText)
      const number = symbols.indexOf(symbol)
      const rows = await read(fromSec, toSec, null)
      return rows.flatMap((row) => {
        const stored = unpackSymbolPrice(number, row.prices)
        return stored ? [textOf(symbol, Number(row.sec), stored, sourcesIn(row.raw))] : []
      })
    },
  }
}

/** 'SYMBOL|n|name=raw,name=raw;…' → what each source said, by symbol. */
const sourcesIn = (raw: string | null): ReadonlyMap<string, readonly string[]> =>
  new Map(
    (raw ?? '')
      .split(';')
      .filter(Boolean)
      .map((row) => {
        const [symbol = '', , list = ''] = row.split('|')
        return [symbol, list.split(',').filter(Boolean)]
      }),
  )
