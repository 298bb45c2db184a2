import type { Database, Sql } from '#db/database.ts'

/** A database that is lost at its so-manieth statement, inside a transaction or not, and whatever was not committed with it. */
export function failingDatabase(db: Database, after: number): Database {
  let left = after
  const wrap = (sql: Sql): Sql => ({
    query: (text, values) => {
      if (--left < 0) return Promise.reject(new Error('the server died'))
      return sql.query(text, values)
    },
  })
  return { ...db, ...wrap(db), transaction: (work) => db.transaction((sql) => work(wrap(sql))) }
}
