import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type SocketPlace } from '#db/database.ts'
import { startEmbedded } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { testPlace } from '../support/testDatabase.ts'
import { isSmoke } from './size.ts'

/** A migrated, empty database on a PostgreSQL of its own with its durable defaults; in a smoke run one on the PostgreSQL of all sections. */
export async function durableDatabase(): Promise<{ place: SocketPlace; remove(): Promise<void> }> {
  if (isSmoke) return testPlace()
  const dataDir = mkdtempSync(join(tmpdir(), 'fairlead-bench-'))
  chmodSync(dataDir, 0o711)
  const { place, stop } = await startEmbedded(dataDir)
  const db = connect(place, { poolSize: 1 })
  await migrate(db)
  await db.close()
  return {
    place,
    remove: async () => {
      await stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
