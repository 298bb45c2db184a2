import PDFDocument from 'pdfkit'
import { instantToWireTime } from '#contract/time.ts'
import type { LedgerRecord } from '#ledger/records.ts'
import { translate } from '../../core/i18n.ts'
import type { StatementRequest } from './request.ts'
import { statementFontForLanguage } from './fonts.ts'
import { type StatementPdfColumn, createStatementPdfWriter, type StatementPdfWriter } from './pdfWriter.ts'
import type { StatementCurrencySums } from './sums.ts'
import { statementTexts as words, statementBucketTextOf, statementRecordTypeTextOf } from './words.ts'

/** Everything that stands in one PDF. */
export interface StatementPdfContent {
  request: StatementRequest
  uid: string
  madeMs: number
  isSandbox: boolean
  sums: readonly StatementCurrencySums[]
  records: AsyncIterable<readonly LedgerRecord[]>
}

/** A4, with the sums of each currency first and every record after them; pages are numbered. The document is read as it is written. */
export function createStatementPdf(statement: StatementPdfContent): InstanceType<typeof PDFDocument> {
  const { request } = statement
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    // None of its own, which would be read for nothing.
    font: '',
    info: { Title: `Fairlead ${translate(request.lang, words.title)}`, Author: 'Fairlead', CreationDate: new Date(statement.madeMs) },
  })
  document.font(statementFontForLanguage(request.lang))
  write(document, statement).then(
    () => document.end(),
    (fault: Error) => document.destroy(fault),
  )
  return document
}

async function write(document: InstanceType<typeof PDFDocument>, statement: StatementPdfContent): Promise<void> {
  const { request, isSandbox, sums, records } = statement
  const text = (word: keyof typeof words): string => translate(request.lang, words[word])
  const label = isSandbox ? text('playMoney') : request.book === 2 ? text('demoMoney') : undefined
  const sheet = createStatementPdfWriter(document, `Fairlead · ${text('title')}`, label)
  header(sheet, statement, text)
  sheet.heading(text('summary'))
  if (sums.length === 0) sheet.note(text('none'))
  else {
    const head = [text('currency'), text('opening'), text('change'), text('fees'), text('closing')]
    const begin = sheet.table(sumColumns, head)
    for (const { currency, opening, change, fees, closing } of sums)
      begin([currency, ...[opening, change, fees, closing].map(groupThousands)])
  }
  let row: ((cells: readonly string[]) => void) | undefined
  for await (const part of records) {
    if (part.length === 0) continue
    if (!row) {
      sheet.heading(text('records'))
      row = sheet.table(recordColumns, [text('time'), text('type'), text('bucket'), text('amount'), text('after'), text('orderNo')])
    }
    for (const record of part) row(cellsOf(record, request))
    // Others are served between two parts.
    await new Promise((resolve) => setImmediate(resolve))
  }
  sheet.foot((page, pages) => translate(request.lang, words.page, { page, pages }))
}

function header(
  sheet: StatementPdfWriter,
  { request, uid, madeMs }: StatementPdfContent,
  text: (word: keyof typeof words) => string,
): void {
  sheet.fact(text('account'), uid)
  sheet.fact(text('book'), text(request.book === 2 ? 'demoBook' : 'realBook'))
  sheet.fact(text('period'), `${instantToWireTime(request.fromMs).slice(0, 10)} – ${instantToWireTime(request.toMs).slice(0, 10)}`)
  sheet.fact(text('made'), instantToWireTime(madeMs))
  sheet.note(text('zone'))
}

/** All decimals, thousands apart: '-1234.50000000' is '-1,234.50000000'. */
const groupThousands = (amount: string): string => amount.replace(/\B(?=(\d{3})+\.)/g, ',')

const cellsOf = (record: LedgerRecord, { lang }: StatementRequest): string[] => [
  instantToWireTime(record.atMs),
  translate(lang, statementRecordTypeTextOf(record.type)),
  translate(lang, statementBucketTextOf(record.bucket)),
  `${groupThousands(record.amount)} ${record.currency}`,
  groupThousands(record.balanceAfter),
  record.orderNo,
]

// Points of 515 between the margins.
const sumColumns: readonly StatementPdfColumn[] = [
  { width: 75 },
  { width: 110, right: true },
  { width: 110, right: true },
  { width: 110, right: true },
  { width: 110, right: true },
]
const recordColumns: readonly StatementPdfColumn[] = [
  { width: 84 },
  { width: 112 },
  { width: 62 },
  { width: 98, right: true },
  { width: 75, right: true },
  { width: 84, right: true },
]
