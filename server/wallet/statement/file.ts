import { Readable } from 'node:stream'
import type { Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import { type LedgerRecord, recordsAfter } from '#ledger/records.ts'
import { isZero, subtract, zero } from '#rules/decimal.ts'
import { createTurns } from '#server/turns.ts'
import type { House } from '../../house.ts'
import { fileNameOf, type StatementAsked } from './asked.ts'
import { csvOf } from './csv.ts'
import { openStatementLink } from './link.ts'
import { pdfOf } from './pdf.ts'
import { type CurrencySums, sumsOf } from './sums.ts'

/** Records that one PDF holds at most: some two hundred pages. Longer months are given as CSV. */
export const mostPdfRecords = 10_000

async function uidOf(sql: Sql, userId: string): Promise<string> {
  const [row] = await sql.query<{ uid: string }>('select uid from account where id = $1', [userId])
  if (!row) throw new Error(`account ${userId} is missing`)
  return row.uid
}

const atOnce = 500
/** Drawing pages takes the processor from the prices: one document at a time. */
const inTurn = createTurns(1, 20)

export interface StatementFile {
  name: string
  type: string
  body: Readable
}

/** The file behind a link, to be sent as it is read; undefined when the link is not ours or its time is over. */
export async function statementFile(house: House, text: string | undefined, nowMs: number): Promise<StatementFile | undefined> {
  const asked = await openStatementLink(house.db, text, nowMs)
  if (!asked) return undefined
  const name = fileNameOf(asked)
  if (asked.format === 'csv') return { name, type: 'text/csv; charset=utf-8', body: Readable.from(csvOf(house.db, asked)) }
  return { name, type: 'application/pdf', body: await inTurn(() => pdf(house, asked, nowMs)) }
}

async function pdf({ db, config }: House, asked: StatementAsked, madeMs: number): Promise<Readable> {
  const { sums, lastId, count } = await sumsOf(db, asked)
  if (count > mostPdfRecords) throw new Refusal('statementTooLong', { max: mostPdfRecords })
  const document = pdfOf({
    asked,
    uid: await uidOf(db, asked.userId),
    madeMs,
    isSandbox: config.env === 'sandbox',
    sums,
    records: recordsUpTo(db, asked, sums, lastId),
  })
  const parts: Buffer[] = []
  for await (const part of document) parts.push(part as Buffer)
  return Readable.from(parts)
}

/** Every record that the sums hold, oldest first. Throws when they do not come out at the same closing balances. */
async function* recordsUpTo(
  sql: Sql,
  asked: StatementAsked,
  sums: readonly CurrencySums[],
  lastId: string,
): AsyncGenerator<LedgerRecord[]> {
  const left = new Map<string, Decimal>(sums.map(({ currency, change }) => [currency, change]))
  for (let after = '0'; BigInt(after) < BigInt(lastId); ) {
    const records = (await recordsAfter(sql, asked, after, atOnce)).filter(({ id }) => BigInt(id) <= BigInt(lastId))
    for (const { currency, amount } of records) left.set(currency, subtract(left.get(currency) ?? zero, amount))
    yield records
    if (records.length < atOnce) break
    after = records.at(-1)?.id ?? lastId
  }
  const odd = [...left].find(([, rest]) => !isZero(rest))
  if (odd) throw new Error(`the statement of ${asked.userId} leaves ${odd[1]} ${odd[0]}`)
}
