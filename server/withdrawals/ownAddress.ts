import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'

/** Refuses addressOwn for the address where this very person's deposits arrive; somebody else's is an address like any other. */
export async function refuseOwnAddress(sql: Sql, userId: string, address: string): Promise<void> {
  const own = await sql.query('select from deposit_address where user_id = $1 and address = $2', [userId, address])
  if (own.length > 0) throw new Refusal('addressOwn')
}
