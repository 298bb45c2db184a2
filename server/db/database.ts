/** Runs one statement; rows come back with numeric and int8 as exact strings, never as floats. */
export interface Sql {
  query<Row extends object = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>
}

/** The pool. `transaction` commits when `work` returns, rolls back when it throws, and tries again on 40001 and 40P01. */
export interface Database extends Sql {
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  close(): Promise<void>
}
