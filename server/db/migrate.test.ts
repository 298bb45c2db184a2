import { expect, it } from 'vitest'
import { StartRefused } from '#server/config.ts'
import { testPlace } from '../../tests/support/testDatabase.ts'
import { connect } from './database.ts'
import { migrate } from './migrate.ts'

const wipe = 'drop schema public cascade; create schema public'
const applied = 'select name from migration order by name'

it('applies every file once when several servers start at the same moment', async () => {
  const { place, remove } = await testPlace()
  const servers = Array.from({ length: 4 }, () => connect(place, { poolSize: 2 }))
  const [first] = servers
  const all = await first!.query(applied)
  expect(all.length).toBeGreaterThan(0)
  await first!.query(wipe)
  await Promise.all(servers.map(migrate))
  expect(await first!.query(applied)).toEqual(all)
  await Promise.all(servers.map((db) => db.close()))
  await remove()
})

it('refuses a database made with other files, or by a newer server', async () => {
  const { place, remove } = await testPlace()
  const db = connect(place)
  await db.query(`update migration set checksum = 'x' where name = '0001_ledger.sql'`)
  await expect(migrate(db)).rejects.toThrow(
    new StartRefused('The database was made with another 0001_ledger.sql: applied migrations must never change.'),
  )
  await db.query(`delete from migration; insert into migration values ('9999_later.sql', 'x')`)
  await expect(migrate(db)).rejects.toThrow(/newer than this server.*9999_later\.sql/)
  await db.close()
  await remove()
})
