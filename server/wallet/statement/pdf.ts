import PDFDocument from 'pdfkit'
import { toWire } from '#contract/time.ts'
import type { LedgerRecord } from '#ledger/records.ts'
import { say } from '#server/i18n.ts'
import type { StatementAsked } from './asked.ts'
import { fontOf } from './fonts.ts'
import { type Column, createSheet, type Sheet } from './sheet.ts'
import type { CurrencySums } from './sums.ts'
import { statementWords as words, wordsOfBucket, wordsOfType } from './words.ts'

/** Everything that stands in one PDF. */
export interface Statement {
  asked: StatementAsked
  uid: string
  madeMs: number
  isSandbox: boolean
  sums: readonly CurrencySums[]
  records: AsyncIterable<readonly LedgerRecord[]>
}

/** A4, with the sums of each currency first and every record after them; pages are numbered. The document is read as it is written. */
export function pdfOf(statement: Statement): InstanceType<typeof PDFDocument> {
  const { asked } = statement
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    font: fontOf(asked.lang) as unknown as string,
    info: { Title: `Fairlead ${say(asked.lang, words.title)}`, Author: 'Fairlead', CreationDate: new Date(statement.madeMs) },
  })
  write(document, statement).then(
    () => document.end(),
    (fault: Error) => document.destroy(fault),
  )
  return document
}

async function write(document: InstanceType<typeof PDFDocument>, statement: Statement): Promise<void> {
  const { asked, isSandbox, sums, records } = statement
  const text = (word: keyof typeof words): string => say(asked.lang, words[word])
  const label = isSandbox ? text('playMoney') : asked.book === 2 ? text('demoMoney') : undefined
  const sheet = createSheet(document, `Fairlead · ${text('title')}`, label)
  header(sheet, statement, text)
  sheet.heading(text('summary'))
  if (sums.length === 0) sheet.note(text('none'))
  else {
    const head = [text('currency'), text('opening'), text('change'), text('fees'), text('closing')]
    const begin = sheet.table(sumColumns, head)
    for (const { currency, opening, change, fees, closing } of sums) begin([currency, ...[opening, change, fees, closing].map(shown)])
  }
  let row: ((cells: readonly string[]) => void) | undefined
  for await (const part of records) {
    if (part.length === 0) continue
    if (!row) {
      sheet.heading(text('records'))
      row = sheet.table(recordColumns, [text('time'), text('type'), text('bucket'), text('amount'), text('after'), text('orderNo')])
    }
    for (const record of part) row(cellsOf(record, asked))
    // Others are served between two parts.
    await new Promise((resolve) => setImmediate(resolve))
  }
  sheet.foot((page, pages) => say(asked.lang, words.page, { page, pages }))
}

function header(sheet: Sheet, { asked, uid, madeMs }: Statement, text: (word: keyof typeof words) => string): void {
  sheet.fact(text('account'), uid)
  sheet.fact(text('book'), text(asked.book === 2 ? 'demoBook' : 'realBook'))
  sheet.fact(text('period'), `${toWire(asked.fromMs).slice(0, 10)} – ${toWire(asked.toMs).slice(0, 10)}`)
  sheet.fact(text('made'), toWire(madeMs))
  sheet.note(text('zone'))
}

/** All decimals, thousands apart: '-1234.50000000' is '-1,234.50000000'. */
const shown = (amount: string): string => amount.replace(/\B(?=(\d{3})+\.)/g, ',')

const cellsOf = (record: LedgerRecord, { lang }: StatementAsked): string[] => [
  toWire(record.atMs),
  say(lang, wordsOfType(record.type)),
  say(lang, wordsOfBucket(record.bucket)),
  `${shown(record.amount)} ${record.currency}`,
  shown(record.balanceAfter),
  record.orderNo,
]

// Points of 515 between the margins.
const sumColumns: readonly Column[] = [
  { width: 75 },
  { width: 110, right: true },
  { width: 110, right: true },
  { width: 110, right: true },
  { width: 110, right: true },
]
const recordColumns: readonly Column[] = [
  { width: 84 },
  { width: 112 },
  { width: 62 },
  { width: 98, right: true },
  { width: 75, right: true },
  { width: 84, right: true },
]
