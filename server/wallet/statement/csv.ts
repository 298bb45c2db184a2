import { instantToWireTime } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { type LedgerRecord, readLedgerRecordsAfter } from '#ledger/records.ts'
import { formatCsvLine, escapeCsvFormula } from '../../core/csv.ts'
import { translate } from '../../core/i18n.ts'
import type { StatementRequest } from './request.ts'
import { statementTexts as words, statementBucketTextOf, statementRecordTypeTextOf } from './words.ts'

const atOnce = 1_000

/** The table of a statement as RFC 4180 has it, oldest first, a part at a time, however long it is. Begins with a mark that says UTF-8. */
export async function* streamStatementCsv(sql: Sql, request: StatementRequest): AsyncGenerator<string> {
  const { time, type, currency, bucket, amount, before, after, orderNo, remark, record, posting } = words
  const head = [time, type, currency, bucket, amount, before, after, orderNo, remark, record, posting]
  yield `\uFEFF${formatCsvLine(head.map((each) => translate(request.lang, each)))}`
  for (let last = '0'; ; ) {
    const records = await readLedgerRecordsAfter(sql, request, last, atOnce)
    if (records.length > 0) yield records.map((record) => formatCsvLine(fieldsOf(record, request))).join('')
    if (records.length < atOnce) return
    last = records.at(-1)?.id ?? last
  }
}

const fieldsOf = (record: LedgerRecord, { lang }: StatementRequest): string[] => [
  instantToWireTime(record.atMs),
  translate(lang, statementRecordTypeTextOf(record.type)),
  record.currency,
  translate(lang, statementBucketTextOf(record.bucket)),
  record.amount,
  record.balanceBefore,
  record.balanceAfter,
  record.orderNo,
  escapeCsvFormula(record.remark),
  record.id,
  record.postingId,
]
