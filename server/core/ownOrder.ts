import type { Sql } from '#db/database.ts'
import type { OrderPrefix } from './ids.ts'

/** Where numbers of orders that begin so are kept. DP is what deposits began with at first. */
const tables: Readonly<Record<OrderPrefix | 'DP', string>> = {
  PC: 'position',
  SC: 'second_order',
  FX: 'swap',
  SP: 'spot_order',
  OP: 'option_position',
  RC: 'deposit',
  DP: 'deposit',
  WD: 'withdrawal',
  PR: 'product_order',
  IE: 'ieo_order',
  LN: 'loan',
}

/** Whether this person has an order, deposit, withdrawal or loan of that number. */
export async function isOrderOfPerson(sql: Sql, userId: string, orderNo: string): Promise<boolean> {
  const prefix = orderNo.slice(0, 2)
  if (!isPrefix(prefix)) return false
  const rows = await sql.query(`select from ${tables[prefix]} where order_no = $1 and user_id = $2`, [orderNo, userId])
  return rows.length > 0
}

const isPrefix = (text: string): text is keyof typeof tables => Object.hasOwn(tables, text)
