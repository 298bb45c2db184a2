import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabasePool, type DatabaseSocketTarget } from '#db/database.ts'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { testTarget } from '../../support/testDatabase.ts'
import { isSmoke } from './size.ts'

/** A migrated, empty database on a PostgreSQL of its own with its durable defaults; in a smoke run one on the PostgreSQL of all sections. */
export async function durableDatabase(): Promise<{ place: DatabaseSocketTarget; remove(): Promise<void> }> {
  if (isSmoke) return testTarget()
  const dataDir = mkdtempSync(join(tmpdir(), 'fairlead-bench-'))
  chmodSync(dataDir, 0o711)
  const { place, stop } = await startEmbeddedPostgres(dataDir)
  const db = createDatabasePool(place, { poolSize: 1 })
  await migrateDatabase(db)
  await db.close()
  return {
    place,
    remove: async () => {
      await stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
