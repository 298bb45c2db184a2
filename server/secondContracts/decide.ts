import type { Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import { readNewestRecordedSec, readRecordedPricesAt } from '#market/record/recordedPrices.ts'
import { missingRecordGraceSeconds, findPriceRecordWithinGrace, type SecondContractRecordedPrice } from '#rules/second/secondContract.ts'
import type { SecondContractOrderRow } from './order.ts'

/**
 * Where nothing at all is recorded any more, a record can still be written this long after its second: three seconds late at most it is
 * begun, and the database ends what waits for a connection or works longer than this. Where anything stands behind it, a gap is final.
 */
const gapIsFinalMs = 30_000

/** The records around the seconds that some orders ask about. */
export interface SecondContractPriceRecords {
  at(row: SecondContractOrderRow, sec: number): SecondContractRecordedPrice[]
  /** The newest second of the order's feed, read before the records. */
  newestSec(row: SecondContractOrderRow): number
}

/** Reads them in two queries for each feed. */
export async function readSecondContractPriceRecords(
  sql: Sql,
  rows: readonly SecondContractOrderRow[],
): Promise<SecondContractPriceRecords> {
  const known = new Map<string, { newestSec: number; prices: Map<number, Map<string, Decimal>> }>()
  for (const [feed, theirs] of Map.groupBy(rows, (row) => row.feed)) {
    const secs = new Set(theirs.flatMap((row) => [...around(Number(row.open_sec)), ...around(Number(row.close_sec))]))
    // First the end, then the records: what comes between the two is then not taken for a gap.
    const newestSec = await readNewestRecordedSec(sql, feed)
    known.set(feed, { newestSec, prices: await readRecordedPricesAt(sql, feed, [...secs]) })
  }
  return {
    at: (row, sec) =>
      around(sec).flatMap((each) => {
        const price = known.get(row.feed)?.prices.get(each)?.get(row.symbol)
        return price === undefined ? [] : [{ sec: each, price }]
      }),
    newestSec: (row) => known.get(row.feed)?.newestSec ?? 0,
  }
}

const around = (sec: number): number[] => Array.from({ length: missingRecordGraceSeconds + 1 }, (_, more) => sec + more)

/** The record that decides about a second: a price, 'none' once a gap is final, 'later' while one may still come. */
export function findSecondContractDecidingPrice(
  records: SecondContractPriceRecords,
  row: SecondContractOrderRow,
  sec: number,
  nowMs: number,
): SecondContractRecordedPrice | 'none' | 'later' {
  const found = findPriceRecordWithinGrace(records.at(row, sec), sec)
  if (found && found.sec <= Math.max(sec, records.newestSec(row))) return found
  if (!found && records.newestSec(row) >= sec + missingRecordGraceSeconds) return 'none'
  return nowMs < (sec + missingRecordGraceSeconds) * 1000 + gapIsFinalMs ? 'later' : (found ?? 'none')
}
