import { accountTypes } from '#contract/constants.ts'
import { instantToWireTime } from '#contract/time.ts'
import { balanceRecordType } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import type { AccountType } from '#ledger/ledger.ts'
import { type LedgerRecord, readLedgerRecordsAfter } from '#ledger/records.ts'
import { formatCsvLine, escapeCsvFormula } from '../core/csv.ts'
import { streamJsonList } from './tables.ts'

// Few, so that the prices in between do not wait for them.
const atOnce = 250
const typeNames = new Map<number, string>(Object.entries(balanceRecordType).map(([name, type]) => [type, name]))
const heads = [
  'time_utc8',
  'type',
  'currency',
  'bucket',
  'amount',
  'balance_before',
  'balance_after',
  'order_no',
  'remark',
  'record',
  'posting',
  'ref_type',
  'ref_id',
]

/** All records of a person in one book, oldest first, a part at a time; those of competitions entry by entry. */
async function* recordsIn(sql: Sql, userId: string, book: AccountType): AsyncGenerator<LedgerRecord[]> {
  if (book !== accountTypes.competition) return yield* recordsOfWallet(sql, userId, book)
  const wallets = await sql.query<{ id: string }>(
    'select wallet_id as id from competition_entry where user_id = $1 group by 1 order by 1',
    [userId],
  )
  for (const { id } of wallets) yield* recordsOfWallet(sql, id, book)
}

async function* recordsOfWallet(sql: Sql, walletId: string, book: AccountType): AsyncGenerator<LedgerRecord[]> {
  for (let after = '0'; ; ) {
    const records = await readLedgerRecordsAfter(sql, { userId: walletId, book }, after, atOnce)
    yield records
    const last = records.at(-1)
    if (records.length < atOnce || !last) return
    after = last.id
  }
}

const nameOf = (type: number): string => typeNames.get(type) ?? String(type)

/** The ledger of one book as a table that spreadsheets open. */
export async function* streamLedgerCsv(sql: Sql, userId: string, book: AccountType): AsyncGenerator<string> {
  yield `\uFEFF${formatCsvLine(heads)}`
  for await (const records of recordsIn(sql, userId, book)) {
    yield records
      .map((record) =>
        formatCsvLine([
          instantToWireTime(record.atMs),
          nameOf(record.type),
          record.currency,
          record.bucket,
          record.amount,
          record.balanceBefore,
          record.balanceAfter,
          record.orderNo,
          escapeCsvFormula(record.remark),
          record.id,
          record.postingId,
          record.refType,
          record.refId,
        ]),
      )
      .join('')
  }
}

/** The same as JSON. */
export async function* streamLedgerJson(sql: Sql, userId: string, book: AccountType): AsyncGenerator<string> {
  async function* named(): AsyncGenerator<unknown[]> {
    for await (const records of recordsIn(sql, userId, book)) yield records.map((record) => ({ ...record, type: nameOf(record.type) }))
  }
  yield* streamJsonList(named())
}
