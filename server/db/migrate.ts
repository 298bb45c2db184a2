import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { StartupError } from '../core/startup/config.ts'
import { type Database, type Sql, sqlState } from './database.ts'

interface Migration {
  name: string
  checksum: string
  text: string
}

const folder = new URL('./migrations/', import.meta.url)

/** Brings the database up to the numbered files, in order, each in its own transaction. Safe with several servers at once. */
export async function migrateDatabase(db: Database): Promise<void> {
  const migrations = await readMigrations()
  await prepare(db)
  while (await db.transaction((sql) => applyNext(sql, migrations))) continue
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** Somebody else made the same row, table or type a moment earlier. */
const collisions: ReadonlySet<string> = new Set(['23505', '42P07', '42710', 'XX000'])

/** The two tables that remember; `if not exists` still collides when servers create at the same moment, so again then. */
async function prepare(db: Database): Promise<void> {
  const create = () =>
    db.query(`
      create table if not exists migration (name text primary key, checksum text not null, applied_at timestamptz not null default now());
      create table if not exists migration_lock (only_row boolean primary key default true check (only_row));
      insert into migration_lock default values on conflict do nothing`)
  for (let attempt = 1; ; attempt++) {
    try {
      await create()
      return
    } catch (error) {
      if (attempt === 5 || !collisions.has(sqlState(error) ?? '')) throw error
    }
  }
}

/** Applies the first file that is not recorded; false when there is none. The row lock makes other servers wait here. */
async function applyNext(sql: Sql, migrations: readonly Migration[]): Promise<boolean> {
  await sql.query('set local lock_timeout = 0; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0')
  await sql.query('select only_row from migration_lock for update')
  const rows = await sql.query<{ name: string; checksum: string }>('select name, checksum from migration')
  const applied = new Map(rows.map((row) => [row.name, row.checksum]))
  refuseChanged(migrations, applied)
  const next = migrations.find(({ name }) => !applied.has(name))
  if (next === undefined) return false
  await sql.query(next.text).catch((error: Error) => {
    error.message = `${next.name}: ${error.message}`
    throw error
  })
  await sql.query('insert into migration (name, checksum) values ($1, $2)', [next.name, next.checksum])
  return true
}

function refuseChanged(migrations: readonly Migration[], applied: ReadonlyMap<string, string>): void {
  const changed = migrations.find(({ name, checksum }) => (applied.get(name) ?? checksum) !== checksum)
  if (changed) throw new StartupError(`The database was made with another ${changed.name}: applied migrations must never change.`)
  const newest = migrations.at(-1)?.name ?? ''
  const unknown = [...applied.keys()].find((name) => name > newest)
  if (unknown) throw new StartupError(`The database is newer than this server: it already has ${unknown}.`)
}
