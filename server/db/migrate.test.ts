import { expect, it } from 'vitest'
import { StartupError } from '../core/startup/config.ts'
import { testTarget } from '../../tests/support/testDatabase.ts'
import { createDatabasePool } from './database.ts'
import { migrateDatabase } from './migrate.ts'

const wipe = 'drop schema public cascade; create schema public'
const applied = 'select name from migration order by name'

it('applies every file once when several servers start at the same moment', async () => {
  const { place, remove } = await testTarget()
  const servers = Array.from({ length: 4 }, () => createDatabasePool(place, { poolSize: 2 }))
  const [first] = servers
  const all = await first!.query(applied)
  expect(all.length).toBeGreaterThan(0)
  await first!.query(wipe)
  await Promise.all(servers.map(migrateDatabase))
  expect(await first!.query(applied)).toEqual(all)
  await Promise.all(servers.map((db) => db.close()))
  await remove()
})

it('refuses a database made with other files, or by a newer server', async () => {
  const { place, remove } = await testTarget()
  const db = createDatabasePool(place)
  await db.query(`update migration set checksum = 'x' where name = '0001_ledger.sql'`)
  await expect(migrateDatabase(db)).rejects.toThrow(
    new StartupError('The database was made with another 0001_ledger.sql: applied migrations must never change.'),
  )
  await db.query(`delete from migration; insert into migration values ('9999_later.sql', 'x')`)
  await expect(migrateDatabase(db)).rejects.toThrow(/newer than this server.*9999_later\.sql/)
  await db.close()
  await remove()
})
