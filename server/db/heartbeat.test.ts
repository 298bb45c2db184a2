import { expect, it, vi } from 'vitest'
import { testDatabase } from '../../tests/support/testDatabase.ts'
import { listJobHealth } from '../core/schedule.ts'
import { startServerHeartbeat } from './heartbeat.ts'

it('notices a server that is gone without a farewell, once, and not one that said it', async () => {
  const db = await testDatabase()
  const died = vi.fn()
  const seen = async () => (await db.query<{ id: string }>('select id from server_seen order by id')).map(({ id }) => id)
  const [stop, stopOther] = [startServerHeartbeat(db, 'one', died), startServerHeartbeat(db, 'other', () => {})]
  await expect.poll(seen).toEqual(['one', 'other'])
  expect(listJobHealth().map(({ name }) => name)).toEqual(['heartbeat', 'heartbeat'])
  await stopOther()
  expect(await seen()).toEqual(['one'])
  expect(died).not.toHaveBeenCalled()
  await db.query("insert into server_seen (id, until) values ('killed', clock_timestamp() - interval '1 second')")
  await expect.poll(() => died.mock.calls.length).toBe(1)
  await stop()
  expect([await seen(), died.mock.calls.length, listJobHealth()]).toEqual([[], 1, []])
  await db.close()
})
