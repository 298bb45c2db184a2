import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { createDatabasePool, type Sql, type DatabaseSocketTarget } from '#db/database.ts'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { seedContent } from '#server/content/seedContent.ts'
import { temporaryFolder } from './temporaryFolder.ts'
import { shiftMs } from './today.ts'

export interface Cluster {
  /** Our migrated, empty database: the template of all others, so that nobody may stay connected to it. `withTexts` is beside it. */
  place: DatabaseSocketTarget
  stop(): Promise<void>
}

/** A PostgreSQL for tests alone: nothing in it outlives this process. */
export async function startCluster(): Promise<Cluster> {
  const dataDir = mkdtempSync(join(temporaryFolder(), 'fairlead-test-'))
  chmodSync(dataDir, 0o711)
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '128MB', max_connections: '400' }
  const { place, pid, stop } = await startEmbeddedPostgres(dataDir, { settings })
  removeAfterwards(dataDir, pid())
  const template = createDatabasePool(place, { poolSize: 1 })
  await migrateDatabase(template)
  await template.query(databaseTime(shiftMs()))
  await template.close()
  await makeSecondTemplate(place)
  return { place, stop }
}

/** The template that also holds the sandbox's articles, which take longer to write than all the rest of a server's start. */
export const withTexts = (place: DatabaseSocketTarget): DatabaseSocketTarget => ({ ...place, database: `${place.database}_texts` })

async function makeSecondTemplate(place: DatabaseSocketTarget): Promise<void> {
  const texts = withTexts(place)
  const admin = createDatabasePool({ ...place, database: 'postgres' }, { poolSize: 1 })
  await copyDatabase(admin, place.database, texts.database)
  await admin.close()
  const template = createDatabasePool(texts, { poolSize: 1 })
  await seedContent(template, 'sandbox')
  await template.query('vacuum analyze')
  await template.close()
}

/** Whole files: half the time of the default, which writes every page to the log that nobody will read. */
export const copyDatabase = (admin: Sql, from: string, to: string): Promise<unknown> =>
  admin.query(`create database ${to} template ${from} strategy file_copy`)

/** The database's clock has the time of the run: a function that is found before PostgreSQL's own, by `pathOfTime`. */
const databaseTime = (byMs: number): string => `
  create schema test_time;
  create function test_time.clock_timestamp() returns timestamptz language sql volatile
    as 'select pg_catalog.clock_timestamp() + interval ''${byMs} milliseconds''';
`
export const pathOfTime = 'public, test_time, pg_catalog'

/** When this process has ended, however it does, and PostgreSQL after it, their folder goes too. */
function removeAfterwards(dataDir: string, pid: number | undefined): void {
  const script = 'cat >/dev/null; while kill -0 "$1" 2>/dev/null; do sleep 0.1; done; rm -rf "$2"'
  spawn('/bin/sh', ['-c', script, 'sh', String(pid), dataDir], { stdio: ['pipe', 'ignore', 'ignore'], detached: true }).unref()
}
