import type { Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import { recordedPrices } from '#market/recordedPrices.ts'
import { graceSeconds, recordAt, type RecordedPrice } from '#rules/secondContract.ts'
import type { SecondRow } from './order.ts'

/**
 * A record can still be written this long after its second: three seconds late at most it is begun, and the database ends what
 * waits for a connection or works longer than this. Until then a gap is not a gap, so that a result never differs from the record.
 */
const gapIsFinalMs = 30_000

/** The records around the seconds that some orders ask about. */
export type Records = (row: SecondRow, sec: number) => RecordedPrice[]

/** Reads them in one query for each feed. */
export async function readRecords(sql: Sql, rows: readonly SecondRow[]): Promise<Records> {
  const known = new Map<string, Map<number, Map<string, Decimal>>>()
  for (const [feed, theirs] of Map.groupBy(rows, (row) => row.feed)) {
    const secs = new Set(theirs.flatMap((row) => [...around(Number(row.open_sec)), ...around(Number(row.close_sec))]))
    known.set(feed, await recordedPrices(sql, feed, [...secs]))
  }
  return (row, sec) =>
    around(sec).flatMap((each) => {
      const price = known.get(row.feed)?.get(each)?.get(row.symbol)
      return price === undefined ? [] : [{ sec: each, price }]
    })
}

const around = (sec: number): number[] => Array.from({ length: graceSeconds + 1 }, (_, more) => sec + more)

/** The record that decides about a second: a price, 'none' once a gap is final, 'later' while one may still come. */
export function decided(records: readonly RecordedPrice[], sec: number, nowMs: number): RecordedPrice | 'none' | 'later' {
  const found = recordAt(records, sec)
  if (found?.sec === sec) return found
  return nowMs < (sec + graceSeconds) * 1000 + gapIsFinalMs ? 'later' : (found ?? 'none')
}
