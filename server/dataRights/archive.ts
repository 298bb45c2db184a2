import { accountTypes } from '#contract/constants.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { readOwnUpload } from '#server/uploads/files.ts'
import type { AppContext } from '../core/appContext.ts'
import { streamLedgerCsv, streamLedgerJson } from './ledgerFiles.ts'
import { streamConsentsExport, streamProfileExport } from './profileFiles.ts'
import { streamJsonList, streamExportedTable, exportedTables } from './tables.ts'
import { type ZipEntry, streamZipArchive } from './zip.ts'

/** What other modules know of a person and give for the copy. */
export interface DataExportSourceReaders {
  /** What somebody wrote for their identity checks, opened; newest last. */
  verificationOf(sql: Sql, userId: string): Promise<readonly unknown[]>
  /** How an order came out, with the records that prove it; undefined for one that no rule explains. */
  receiptOf(sql: Sql, refType: string, refId: string, userId: string): Promise<unknown>
}

const idsOf = (table: string, also = '') => `select id from ${table} where user_id = $1 ${also} and id > $2 order by id limit $3`
/** Book by book, as their indexes are. */
const idsByBook = (table: string) => Object.values(accountTypes).map((number) => idsOf(table, `and account_type = ${number}`))

/** Kinds of orders that are explained, and what asks for theirs. */
const explained: Readonly<Record<string, readonly string[]>> = {
  position: idsByBook('position'),
  second: idsByBook('second_order'),
  option: idsByBook('option_position'),
  spot: idsByBook('spot_order'),
  swap: idsByBook('swap'),
  product: idsByBook('product_order'),
  loan: [idsOf('loan')],
}

const readMe = `What Fairlead keeps of you
==========================

profile.json        who you are here, your settings, limits, addresses and balances
consents.json       what you agreed to, and when
verification/       what you wrote for your identity checks, and the pictures
ledger-*.csv/.json  every movement of your balances, oldest first, one pair for each book: real, demo, contest (there entry by entry)
orders/             your orders, deposits, withdrawals and loans
orders/receipts.json how each order came out: inputs, formula, price records with their places in the signed daily list, postings.
                    How to check one without us: /verify.html, and the file verify-record.mjs beside it
messages/           your notices, and what you wrote with our staff; pictures in pictures/
sessions/           where you are and were signed in
rewards/            levels, grants, vouchers, income from your team
staff-reads/        when our staff looked at your cases and pictures, by role
pictures/           pictures that you sent for deposits and to support, and of yourself

Names that end in _ms are times in milliseconds since 1970-01-01 00:00 UTC; time_utc8 is on the server's clock, UTC+8.
Amounts are exact decimals, written as text. Left out: passwords and secret keys, which are kept as hashes or sealed, and names of staff.
`

const pageSize = 100

/** The whole copy as a ZIP, made as it is read: never more than one picture or a thousand records in memory. */
export const createDataExportArchive = (
  app: AppContext,
  readers: DataExportSourceReaders,
  userId: string,
  at: Instant,
): AsyncGenerator<Buffer> => streamZipArchive(entriesOf(app, readers, userId), at)

async function* entriesOf(app: AppContext, readers: DataExportSourceReaders, userId: string): AsyncGenerator<ZipEntry> {
  const { db } = app
  yield { name: 'README.txt', content: [readMe] }
  yield { name: 'profile.json', content: streamProfileExport(db, userId) }
  yield { name: 'consents.json', content: streamConsentsExport(db, userId) }
  yield { name: 'verification/applications.json', content: [JSON.stringify(await readers.verificationOf(db, userId), null, 1)] }
  for (const [name, number] of Object.entries(accountTypes)) {
    yield { name: `ledger-${name}.csv`, content: streamLedgerCsv(db, userId, number) }
    yield { name: `ledger-${name}.json`, content: streamLedgerJson(db, userId, number) }
  }
  for (const table of exportedTables) yield { name: table.name, content: streamExportedTable(db, table, userId) }
  yield { name: 'orders/receipts.json', content: streamJsonList(receipts(db, readers, userId)) }
  yield* pictures(app, userId)
}

/** One after the other: prices go before them. */
async function* receipts(sql: Sql, { receiptOf }: DataExportSourceReaders, userId: string): AsyncGenerator<unknown[]> {
  for (const [refType, ids] of Object.entries(explained)) {
    for (const query of ids) {
      for (let after = '0', more = true; more; ) {
        const rows = await sql.query<{ id: string }>(query, [userId, after, pageSize])
        for (const { id } of rows) {
          const receipt = await receiptOf(sql, refType, id, userId)
          if (receipt !== undefined) yield [receipt]
        }
        more = rows.length === pageSize
        after = rows.at(-1)?.id ?? after
      }
    }
  }
}

const ending: Readonly<Record<string, string>> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' }

async function* pictures(app: AppContext, userId: string): AsyncGenerator<ZipEntry> {
  for (let after = '0', more = true; more; ) {
    const rows = await app.db.query<{ id: string; biz: string; type: string }>(
      'select id, biz, type from upload where user_id = $1 and id > $2 order by id limit $3',
      [userId, after, pageSize],
    )
    for (const { id, biz, type } of rows) {
      const picture = await readOwnUpload(app, app.db, id, userId)
      const folder = biz === 'kyc' ? 'verification' : 'pictures'
      if (picture) yield { name: `${folder}/${biz}-${id}.${ending[type] ?? 'bin'}`, content: [picture.bytes] }
    }
    more = rows.length === pageSize
    after = rows.at(-1)?.id ?? after
  }
}
