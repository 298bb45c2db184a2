import { toWire } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { type LedgerRecord, recordsAfter } from '#ledger/records.ts'
import { csvLine, harmless } from '#server/csv.ts'
import { say } from '#server/i18n.ts'
import type { StatementAsked } from './asked.ts'
import { statementWords as words, wordsOfBucket, wordsOfType } from './words.ts'

const atOnce = 1_000

/** The table of a statement as RFC 4180 has it, oldest first, a part at a time, however long it is. Begins with a mark that says UTF-8. */
export async function* csvOf(sql: Sql, asked: StatementAsked): AsyncGenerator<string> {
  const { time, type, currency, bucket, amount, before, after, orderNo, remark, record, posting } = words
  const head = [time, type, currency, bucket, amount, before, after, orderNo, remark, record, posting]
  yield `\uFEFF${csvLine(head.map((each) => say(asked.lang, each)))}`
  for (let last = '0'; ; ) {
    const records = await recordsAfter(sql, asked, last, atOnce)
    if (records.length > 0) yield records.map((one) => csvLine(fieldsOf(one, asked))).join('')
    if (records.length < atOnce) return
    last = records.at(-1)?.id ?? last
  }
}

const fieldsOf = (record: LedgerRecord, { lang }: StatementAsked): string[] => [
  toWire(record.atMs),
  say(lang, wordsOfType(record.type)),
  record.currency,
  say(lang, wordsOfBucket(record.bucket)),
  record.amount,
  record.balanceBefore,
  record.balanceAfter,
  record.orderNo,
  harmless(record.remark),
  record.id,
  record.postingId,
]
