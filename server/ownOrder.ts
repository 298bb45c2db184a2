import type { Sql } from '#db/database.ts'

/** Where numbers of orders that begin so are kept. */
const tables: Readonly<Record<string, string>> = {
  PC: 'position',
  SC: 'second_order',
  FX: 'swap',
  SP: 'spot_order',
  OP: 'option_position',
  DP: 'deposit',
  WD: 'withdrawal',
  EP: 'product_order',
  IE: 'ieo_order',
  LN: 'loan',
}

/** Whether this person has an order, deposit, withdrawal or loan of that number. */
export async function isOwnOrder(sql: Sql, userId: string, orderNo: string): Promise<boolean> {
  const prefix = orderNo.slice(0, 2)
  if (!Object.hasOwn(tables, prefix)) return false
  const rows = await sql.query(`select from ${tables[prefix]} where order_no = $1 and user_id = $2`, [orderNo, userId])
  return rows.length > 0
}
