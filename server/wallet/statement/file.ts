import { Readable } from 'node:stream'
import type { Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import { type LedgerRecord, readLedgerRecordsAfter } from '#ledger/records.ts'
import { isZero, subtract, zero } from '#rules/decimal.ts'
import { createSemaphore } from '../../core/semaphore.ts'
import type { AppContext } from '../../core/appContext.ts'
import { statementFileNameOf, type StatementRequest } from './request.ts'
import { streamStatementCsv } from './csv.ts'
import { verifyStatementLink } from './link.ts'
import { createStatementPdf } from './pdf.ts'
import { type StatementCurrencySums, readStatementSums } from './sums.ts'

/** Records that one PDF holds at most: some two hundred pages. Longer months are given as CSV. */
export const maxStatementPdfRecords = 10_000

async function uidOf(sql: Sql, userId: string): Promise<string> {
  const [row] = await sql.query<{ uid: string }>('select uid from account where id = $1', [userId])
  if (!row) throw new Error(`account ${userId} is missing`)
  return row.uid
}

const atOnce = 500
/** Drawing pages takes the processor from the prices: one document at a time. */
const inTurn = createSemaphore(1, 20)

export interface StatementFile {
  name: string
  type: string
  body: Readable
}

/** The file behind a link, to be sent as it is read; undefined when the link is not ours or its time is over. */
export async function openStatementFile(app: AppContext, text: string | undefined, nowMs: number): Promise<StatementFile | undefined> {
  const request = await verifyStatementLink(app.db, text, nowMs)
  if (!request) return undefined
  const name = statementFileNameOf(request)
  if (request.format === 'csv') return { name, type: 'text/csv; charset=utf-8', body: Readable.from(streamStatementCsv(app.db, request)) }
  return { name, type: 'application/pdf', body: await inTurn(() => pdf(app, request, nowMs)) }
}

async function pdf({ db, config }: AppContext, request: StatementRequest, madeMs: number): Promise<Readable> {
  const { sums, lastId, count } = await readStatementSums(db, request)
  if (count > maxStatementPdfRecords) throw new Refusal('statementTooLong', { max: maxStatementPdfRecords })
  const document = createStatementPdf({
    request: request,
    uid: await uidOf(db, request.userId),
    madeMs,
    isSandbox: config.env === 'sandbox',
    sums,
    records: recordsUpTo(db, request, sums, lastId),
  })
  const parts: Buffer[] = []
  for await (const part of document) parts.push(part as Buffer)
  return Readable.from(parts)
}

/** Every record that the sums hold, oldest first. Throws when they do not come out at the same closing balances. */
async function* recordsUpTo(
  sql: Sql,
  request: StatementRequest,
  sums: readonly StatementCurrencySums[],
  lastId: string,
): AsyncGenerator<LedgerRecord[]> {
  const left = new Map<string, Decimal>(sums.map(({ currency, change }) => [currency, change]))
  for (let after = '0'; BigInt(after) < BigInt(lastId); ) {
    const records = (await readLedgerRecordsAfter(sql, request, after, atOnce)).filter(({ id }) => BigInt(id) <= BigInt(lastId))
    for (const { currency, amount } of records) left.set(currency, subtract(left.get(currency) ?? zero, amount))
    yield records
    if (records.length < atOnce) break
    after = records.at(-1)?.id ?? lastId
  }
  const odd = [...left].find(([, rest]) => !isZero(rest))
  if (odd) throw new Error(`the statement of ${request.userId} leaves ${odd[1]} ${odd[0]}`)
}
