import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Database, type SocketPlace } from '#db/database.ts'
import { startEmbedded } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'

interface Cluster {
  place: SocketPlace
  stop(): Promise<void>
}

/** One PostgreSQL per test process, with our migrated database as the template of all others. It ends with the process. */
let cluster: Promise<Cluster> | undefined
let made = 0

async function startCluster(): Promise<Cluster> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fairlead-test-'))
  chmodSync(dataDir, 0o711)
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '32MB', max_connections: '200' }
  const { place, pid, stop } = await startEmbedded(dataDir, { settings })
  removeAfterwards(dataDir, pid())
  const template = connect(place, { poolSize: 1 })
  await migrate(template)
  await template.close()
  return { place, stop }
}

/** When this process has ended, however it does, and PostgreSQL after it, their folder goes too. */
function removeAfterwards(dataDir: string, pid: number | undefined): void {
  const script = 'cat >/dev/null; while kill -0 "$1" 2>/dev/null; do sleep 0.1; done; rm -rf "$2"'
  spawn('/bin/sh', ['-c', script, 'sh', String(pid), dataDir], { stdio: ['pipe', 'ignore', 'ignore'], detached: true }).unref()
}

/** Where a fresh, migrated, empty database is, and how to remove it: for tests that connect by themselves. */
export async function testPlace(): Promise<{ place: SocketPlace; remove(): Promise<void> }> {
  const { place } = await (cluster ??= startCluster())
  const database = `test_${++made}`
  const admin = connect({ ...place, database: 'postgres' }, { poolSize: 1 })
  await admin.query(`create database ${database} template ${place.database}`)
  return {
    place: { ...place, database },
    remove: async () => {
      await admin.query(`drop database if exists ${database} with (force)`)
      await admin.close()
    },
  }
}

/** A fresh, migrated, empty database; `close` removes it. */
export async function testDatabase(): Promise<Database> {
  const { place, remove } = await testPlace()
  const db = connect(place)
  return {
    ...db,
    close: async () => {
      await db.close()
      await remove()
    },
  }
}
