import type { PaperImportResult, PaperImportRequest } from '#contract/calls/demo.ts'
import { accountTypes } from '#contract/constants.ts'
import type { Sql } from '#db/database.ts'

/** When a person's demo book began anew last; undefined when it never did. */
export async function lastDemoResetMs(sql: Sql, userId: string): Promise<number | undefined> {
  const [row] = await sql.query<{ at_ms: string }>('select at_ms from demo_reset where user_id = $1 order by at_ms desc limit 1', [userId])
  return row && Number(row.at_ms)
}

export const insertDemoReset = (sql: Sql, row: { id: string; userId: string; ended: number; atMs: number }) =>
  sql.query('insert into demo_reset (id, user_id, ended, at_ms) values ($1, $2, $3, $4)', [row.id, row.userId, row.ended, row.atMs])

export const isPaperLedgerImported = async (sql: Sql, userId: string): Promise<boolean> =>
  (await sql.query('select 1 from demo_carry_over where user_id = $1', [userId])).length > 0

/** Whether nothing but its opening money was ever booked in a person's demo book. */
export const isDemoAccountUnused = async (sql: Sql, userId: string): Promise<boolean> =>
  (
    await sql.query(
      `select 1 from leg join posting on posting.id = leg.posting_id
       where leg.user_id = $1 and leg.book = $2 and posting.ref_type <> 'demoFund' limit 1`,
      [userId, accountTypes.demo],
    )
  ).length === 0

/** False when a ledger was carried over already. */
export async function tryInsertPaperLedgerImport(
  sql: Sql,
  row: { userId: string; paper: PaperImportRequest; answer: PaperImportResult; atMs: number },
): Promise<boolean> {
  const rows = await sql.query(
    'insert into demo_carry_over (user_id, paper, answer, at_ms) values ($1, $2, $3, $4) on conflict do nothing returning 1',
    [row.userId, JSON.stringify(row.paper), JSON.stringify(row.answer), row.atMs],
  )
  return rows.length > 0
}
