import type { Sql } from '#db/database.ts'

/** The verified name of a person in both orders in which people write it; empty for somebody who is not verified. */
export async function readVerifiedNameVariants(sql: Sql, userId: string): Promise<string[]> {
  const [row] = await sql.query<{ surname: string; first_name: string }>(
    `select d.surname, d.first_name from personal_details d join account a on a.id = d.account_id where a.id = $1 and a.kyc_level > 0`,
    [userId],
  )
  return row ? [`${row.first_name} ${row.surname}`, `${row.surname} ${row.first_name}`] : []
}
