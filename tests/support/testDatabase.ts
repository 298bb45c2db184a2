import { connect, type Database, type SocketPlace } from '#db/database.ts'
import { pathOfTime, startCluster } from './cluster.ts'

/** The setting by which a run of tests tells its files where the PostgreSQL is that they share. */
export const sharedPlace = 'FAIRLEAD_TEST_PLACE'

let own: Promise<SocketPlace> | undefined
let made = 0

/** Outside a run of tests a process has a PostgreSQL of its own, which ends with it. */
function template(): Promise<SocketPlace> {
  const shared = process.env[sharedPlace]
  return shared ? Promise.resolve(JSON.parse(shared) as SocketPlace) : (own ??= startCluster().then(({ place }) => place))
}

/** Where a fresh, migrated, empty database is, and how to remove it: for tests that connect by themselves. */
export async function testPlace(): Promise<{ place: SocketPlace; remove(): Promise<void> }> {
  const place = await template()
  const database = `test_${process.pid}_${++made}`
  const admin = connect({ ...place, database: 'postgres' }, { poolSize: 1 })
  await admin.query(`create database ${database} template ${place.database}`)
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
