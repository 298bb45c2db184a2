import type { BalanceRecord } from '#contract/calls/wallet.ts'
import { wallet } from '#contract/calls/wallet.ts'
import { toWire } from '#contract/time.ts'
import { send } from '#api/send.ts'
import { formatExportTime } from '#i18n/date.ts'
import { harmless, toCsv } from './csv.ts'
import type { RecordFilter } from './recordFilter.ts'
import { askedBy } from './recordMonths.ts'

const pageSize = 100

export interface ExportProgress {
  done: number
  total: number
}

/** Every record of a book and filter, newest first. What is booked meanwhile is left out, so that no page shifts under the reading. */
export async function readAllRecords(
  { accountType, ...filter }: RecordFilter & { accountType: 1 | 2 },
  onProgress: (progress: ExportProgress) => void,
  signal: AbortSignal,
): Promise<BalanceRecord[]> {
  const asked = askedBy(filter, accountType)
  const now = toWire(Date.now() - 1000)
  const endTime = asked.endTime !== undefined && asked.endTime < now ? asked.endTime : now
  const found = new Map<string, BalanceRecord>()
  for (let pageNo = 1, pages = 1; pageNo <= pages; pageNo++) {
    const page = await send(wallet.balanceRecords, { ...asked, endTime, pageNo, pageSize }, { signal })
    pages = page.pages
    for (const record of page.records) found.set(record.id, record)
    onProgress({ done: found.size, total: page.total })
  }
  return [...found.values()]
}

/** Words that the table's columns and codes are written in. */
export interface ExportWords {
  head: readonly [
    time: string,
    type: string,
    currency: string,
    bucket: string,
    amount: string,
    before: string,
    after: string,
    orderNo: string,
    remark: string,
    record: string,
    posting: string,
  ]
  type: (type: number) => string
  bucket: (bucket: string) => string
}

/** Records as CSV: exact amounts without commas, times as YYYY-MM-DD HH:mm:ss on this device. */
export const recordsCsv = (records: readonly BalanceRecord[], words: ExportWords): string =>
  toCsv([
    words.head,
    ...records.map((record) => [
      formatExportTime(record.createTime),
      words.type(record.type),
      record.currency,
      words.bucket(record.bucket),
      record.amount,
      record.balanceBefore,
      record.balanceAfter,
      record.orderNo,
      harmless(record.remark),
      record.id,
      record.postingId,
    ]),
  ])
