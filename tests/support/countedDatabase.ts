import type { Database, Sql } from '#db/database.ts'

/** A database that counts what is asked of it, in transactions too: work that grows is seen by it on any machine. */
export function countedDatabase(db: Database): { db: Database; queries: () => number } {
  let count = 0
  const counted = (sql: Sql): Sql => ({ ...sql, query: (text, values) => (count++, sql.query(text, values)) })
  return {
    db: { ...db, ...counted(db), transaction: (work) => db.transaction((sql) => work(counted(sql))) },
    queries: () => count,
  }
}
