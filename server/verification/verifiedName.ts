import type { Sql } from '#db/database.ts'

/** The name of the authorised document; undefined for somebody without one. */
export async function verifiedNameOf(sql: Sql, userId: string): Promise<{ surname: string; firstName: string } | undefined> {
  const [row] = await sql.query<{ surname: string; first_name: string }>(
    `select d.surname, d.first_name from personal_details d join account a on a.id = d.account_id where a.id = $1 and a.kyc_level > 0`,
    [userId],
  )
  return row && { surname: row.surname, firstName: row.first_name }
}
