import type { Sql } from '#db/database.ts'
import type { PoolFamily } from '#db/seed/networks.ts'

/** The next address of the pool, taken for good; undefined when it is empty. The caller holds the family's turn. */
export async function takeFromPool(sql: Sql, family: PoolFamily, nowMs: number): Promise<string | undefined> {
  const [row] = await sql.query<{ address: string }>(
    `update deposit_pool set taken_ms = $2 where id = (select id from deposit_pool where family = $1 and taken_ms is null order by id limit 1)
     returning address`,
    [family, nowMs],
  )
  return row?.address
}
