import type { Database, Sql } from '#db/database.ts'

interface CopyOptions {
  /** Columns of which each copy has a text of its own. */
  unique?: readonly string[]
  /** Columns of ids of which each copy has one that is nobody's. */
  nobody?: readonly string[]
  also?: Record<string, string | null>
}

/** So many copies of a row, each with its own id behind that of the row. Gives their ids. */
export async function copyRow(
  db: Sql,
  table: string,
  id: string,
  count: number,
  { unique = ['order_no'], nobody = [], also = {} }: CopyOptions = {},
): Promise<string[]> {
  const found = await db.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  )
  const columns = found.map(({ name }) => name)
  const own = [
    `'id', d.id + n`,
    ...unique.map((column) => `'${column}', d.${column} || '-' || n`),
    ...nobody.map((column) => `'${column}', d.${column} + 1000000 + n`),
  ]
  const rows = await db.query<{ id: string }>(
    `insert into ${table} (${columns.join(', ')})
     select ${columns.map((column) => `r.${column}`).join(', ')} from ${table} d, generate_series(1, ${count}) n,
       jsonb_populate_record(d, jsonb_build_object(${own.join(', ')}) || $2::jsonb) r where d.id = $1 returning id`,
    [id, JSON.stringify(also)],
  )
  return rows.map(({ id: copy }) => copy)
}

/** A database in whose transactions nothing can be done that names one of these ids. */
export function failingFor(db: Database, ids: readonly string[]): Database {
  const failing = new Set<unknown>(ids)
  return {
    ...db,
    transaction: (work) =>
      db.transaction((sql) =>
        work({
          query: (text, values) =>
            values?.some((value) => failing.has(value)) ? Promise.reject(new Error('not written')) : sql.query(text, values),
        }),
      ),
  }
}
