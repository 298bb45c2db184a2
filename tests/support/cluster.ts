import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type SocketPlace } from '#db/database.ts'
import { startEmbedded } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { shiftMs } from './today.ts'

export interface Cluster {
  /** Our migrated, empty database: the template of all others, so that nobody may stay connected to it. */
  place: SocketPlace
  stop(): Promise<void>
}

/** A PostgreSQL for tests alone: nothing in it outlives this process. */
export async function startCluster(): Promise<Cluster> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fairlead-test-'))
  chmodSync(dataDir, 0o711)
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '128MB', max_connections: '400' }
  const { place, pid, stop } = await startEmbedded(dataDir, { settings })
  removeAfterwards(dataDir, pid())
  const template = connect(place, { poolSize: 1 })
  await migrate(template)
  await template.query(databaseTime(shiftMs()))
  await template.close()
  return { place, stop }
}

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
