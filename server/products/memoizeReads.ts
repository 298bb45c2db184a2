import type { Sql } from '#db/database.ts'

/** The same reads, each asked once: for a list whose rows need the same of their products. Nothing is written with it. */
export function memoizeSqlReads(sql: Sql): Sql {
  const pendingReads = new Map<string, Promise<object[]>>()
  return {
    query: <Row extends object>(text: string, values?: readonly unknown[]) => {
      const key = JSON.stringify([text, values])
      const known = pendingReads.get(key) ?? sql.query<Row>(text, values)
      pendingReads.set(key, known)
      return known as Promise<Row[]>
    },
  }
}
