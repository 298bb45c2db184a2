import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import type { AddressFamily } from '#db/seed/networks.ts'
import { equivalentAddressSpellings } from '../core/addresses/chainAddress.ts'

/**
 * Refuses addressOwn for the address where this very person's deposits arrive, with their own memo where it is shared; somebody else's is an
 * address like any other. A shared one without anybody's memo would be found by nobody: refuses memoRequired.
 */
export async function refuseOwnDepositAddress(
  sql: Sql,
  userId: string,
  family: AddressFamily,
  address: string,
  memo: string,
): Promise<void> {
  const addresses = equivalentAddressSpellings(family, address)
  const own = await sql.query(`select from deposit_address where user_id = $1 and address = any ($2) and memo = any (array['', $3])`, [
    userId,
    addresses,
    memo,
  ])
  if (own.length > 0) throw new Refusal('addressOwn')
  if (memo !== '') return
  const shared = await sql.query(`select from deposit_address where address = any ($1) and memo <> '' limit 1`, [addresses])
  if (shared.length > 0) throw new Refusal('memoRequired')
}
