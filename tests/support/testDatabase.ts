import { createDatabasePool, type Database, type DatabaseSocketTarget } from '#db/database.ts'
import { copyDatabase, pathOfTime, startCluster, withTexts } from './cluster.ts'

/** The setting by which a run of tests tells its files where the PostgreSQL is that they share. */
export const sharedTarget = 'FAIRLEAD_TEST_PLACE'

let own: Promise<DatabaseSocketTarget> | undefined
let made = 0

/** Outside a run of tests a process has a PostgreSQL of its own, which ends with it. */
function template(): Promise<DatabaseSocketTarget> {
  const shared = process.env[sharedTarget]
  return shared ? Promise.resolve(JSON.parse(shared) as DatabaseSocketTarget) : (own ??= startCluster().then(({ place }) => place))
}

export interface TestDatabaseOptions {
  /** With the sandbox's articles in it, as a server's start leaves them. */
  texts?: boolean
}

/** Where a fresh, migrated, empty database is, and how to remove it: for tests that connect by themselves. */
export async function testTarget({
  texts = false,
}: TestDatabaseOptions = {}): Promise<{ place: DatabaseSocketTarget; remove(): Promise<void> }> {
  const place = await template()
  const source = texts ? withTexts(place) : place
  const database = `test_${process.pid}_${++made}`
  const admin = createDatabasePool({ ...place, database: 'postgres' }, { poolSize: 1 })
  await copyDatabase(admin, source.database, database)
  await admin.query(`alter database ${database} set search_path = ${pathOfTime}`)
  return {
    place: { ...place, database },
    remove: async () => {
      await admin.query(`drop database if exists ${database} with (force)`)
      await admin.close()
    },
  }
}

/** A fresh, migrated, empty database; `close` removes it. */
export async function testDatabase(options: TestDatabaseOptions = {}): Promise<Database> {
  const { place, remove } = await testTarget(options)
  const db = createDatabasePool(place)
  return {
    ...db,
    close: async () => {
      await db.close()
      await remove()
    },
  }
}
