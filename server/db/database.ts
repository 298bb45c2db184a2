import { createHash } from 'node:crypto'
import { DatabaseError, Pool, type PoolClient, types } from 'pg'

/** Runs one statement; rows come back with numeric and int8 as exact strings, never as floats. */
export interface Sql {
  query<Row extends object = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>
}

/** The pool. `transaction` commits when `work` returns, rolls back when it throws, and tries again when that was nobody's mistake. */
export interface Database extends Sql {
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Where the database is: a postgres:// address, or the folder of a unix socket. */
export type DatabaseTarget = { url: string } | DatabaseSocketTarget

export interface DatabaseSocketTarget {
  socketDir: string
  port: number
  user: string
  database: string
}

export interface DatabasePoolOptions {
  /** Connections at most; 16 unless told. */
  poolSize?: number
  /** How the connections are called in the database. */
  name?: string
}

const statementTimeoutMs = 15_000
const lockTimeoutMs = 10_000
const connectTimeoutMs = 10_000
const mostTries = 8

/** A pool on that place. It connects when first asked; a lost connection is an error of the statement, never of the process. */
export function createDatabasePool(place: DatabaseTarget, { poolSize = 16, name = 'fairlead' }: DatabasePoolOptions = {}): Database {
  const where =
    'url' in place
      ? { connectionString: place.url }
      : { host: place.socketDir, port: place.port, user: place.user, database: place.database }
  const pool = new Pool({
    ...where,
    max: poolSize,
    types: exactTypes,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: 2 * statementTimeoutMs,
    application_name: name,
  })
  // An idle connection that breaks is dropped by the pool, and one in use rejects its statement. The event itself would end the process
  // where nobody listens, and between the two nobody does: so every connection has a listener for as long as it lives.
  pool.on('error', ignore)
  pool.on('connect', (client) => client.on('error', ignore))
  let closing: Promise<void> | undefined
  return {
    query: (text, values) => run(pool, text, values),
    transaction: (work) => withRetry(() => once(pool, work)),
    close: () => (closing ??= pool.end()),
  }
}

async function run<Row extends object>(on: Pool | PoolClient, text: string, values?: readonly unknown[]): Promise<Row[]> {
  // Without values the simple protocol is used, which also takes several statements at once (migrations).
  if (values === undefined || values.length === 0) return (await on.query<Row>(text)).rows
  return (await on.query<Row>({ name: nameOf(text), text, values: [...values] })).rows
}

const ignore = (): void => {}

async function once<T>(pool: Pool, work: (sql: Sql) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin isolation level read committed')
    const result = await work(inTurn(client))
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((lost: Error) => {
      broken = lost
    })
    throw error
  } finally {
    client.release(broken)
  }
}

/** One connection runs one statement at a time; callers inside a transaction may still ask for several at once. */
function inTurn(client: PoolClient): Sql {
  let last: Promise<unknown> = Promise.resolve()
  return {
    query: <Row extends object>(text: string, values?: readonly unknown[]) => {
      const next = last.then(() => run<Row>(client, text, values))
      last = next.catch(ignore)
      return next
    },
  }
}

const retried = new Set(['40001', '40P01'])

/** Whether the row's own number was one that exists: ids and order numbers are drawn by chance, so another draw is free. */
const drewTaken = (error: unknown): boolean =>
  sqlState(error) === '23505' && error instanceof DatabaseError && /^Key \((id|order_no)\)=/.test(error.detail ?? '')

/** Serialization failures, deadlocks and a number drawn twice are nobody's mistake: the whole work runs again after a short random wait. */
async function withRetry<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (tries === mostTries || !(retried.has(sqlState(error) ?? '') || drewTaken(error))) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 2 ** tries * 5))
    }
  }
}

/** The five-character code of a database error, or undefined for anything else. */
export const sqlState = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

const names = new Map<string, string>()
/** The same text has the same prepared statement on every connection. */
function nameOf(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 32)
    names.set(text, name)
  }
  return name
}

// numeric, int8, date, timestamp and timestamptz stay the text the database sent, alone and inside arrays:
// the driver's own readers turn some of them into floats and local Dates.
const keptAsText = new Set<number>([1700, 20, 1082, 1114, 1184])
const keptAsTextArray = new Set<number>([1231, 1016, 1182, 1115, 1185])
const textArray = 1009
const exactTypes = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (keptAsText.has(oid)) return (text: string) => text
    return types.getTypeParser(keptAsTextArray.has(oid) ? textArray : oid, format)
  }) as typeof types.getTypeParser,
}
