import type { Sql } from '#db/database.ts'
import { orderTableByPrefix } from './ids.ts'

/** DP is what deposits began with at first. */
const tables = { ...orderTableByPrefix, DP: 'deposit' } as const

/** Whether this person has an order, deposit, withdrawal or loan of that number. */
export async function existsOrderNoOfUser(sql: Sql, userId: string, orderNo: string): Promise<boolean> {
  const prefix = orderNo.slice(0, 2)
  if (!isPrefix(prefix)) return false
  const rows = await sql.query(`select from ${tables[prefix]} where order_no = $1 and user_id = $2`, [orderNo, userId])
  return rows.length > 0
}

const isPrefix = (text: string): text is keyof typeof tables => Object.hasOwn(tables, text)
