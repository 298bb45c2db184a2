import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '../../core/clock.ts'
import { createDatabasePool, type Database } from '#db/database.ts'
import { createHttpClient } from '../../../tests/support/httpClient.ts'
import { startPushService } from '../../../tests/support/pushEndpoint.ts'
import { testTarget } from '../../../tests/support/testDatabase.ts'
import { testContext } from '../../../tests/support/wire.ts'
import { writeNotices } from '../writeNotices.ts'

// Two whole servers on one database: people subscribe over the wire, and one server is killed while both send.

const script = new URL('../../../tests/trading/serverProcess.ts', import.meta.url).pathname
const people = 20
const each = 10
/** As many as travel to one host from one server. */
const mostUnderWay = 8

let db: Database
let remove: () => Promise<void>
let dataDir: string
let key = ''
let service: Awaited<ReturnType<typeof startPushService>>
const servers: { child: ChildProcess; origin: string }[] = []

beforeAll(async () => {
  const { place, remove: drop } = await testTarget({ texts: true })
  remove = drop
  db = createDatabasePool(place)
  dataDir = mkdtempSync(join(tmpdir(), 'fairlead-push-'))
  service = await startPushService(() => key)
  const url = `postgresql://${place.user}@${encodeURIComponent(place.socketDir)}:${place.port}/${place.database}`
  for (let n = 0; n < 2; n++) {
    const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: url, PORT: '0' }
    const child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'ignore'] })
    const [address] = (await once(child.stdout, 'data')) as [Buffer]
    servers.push({ child, origin: address.toString().trim() })
  }
})
afterAll(async () => {
  for (const { child } of servers) child.kill('SIGKILL')
  await service?.close()
  await db?.close()
  await remove?.()
  rmSync(dataDir, { recursive: true, force: true })
})

/** A guest whose browser listens; gives their id. */
async function listener(name: string): Promise<string> {
  const { read, write } = createHttpClient(() => servers[0]!.origin)
  key ||= ((await read('/api/push/vapidKey')).result as { key: string }).key
  const { result } = await write('/api/app/guestLogin', { deviceId: randomBytes(16).toString('hex') })
  const { token, userInfo } = result as { token: string; userInfo: { id: string } }
  const body = { ...service.subscribe(name), topics: ['transaction', 'system'] }
  const answer = await write('/api/push/subscribe', body, { 'x-access-token': token })
  expect(answer).toMatchObject({ code: 200, result: { topics: ['transaction', 'system'] } })
  return userInfo.id
}

it('notifies every device of everything though a server is killed, and twice at most what it had under way', async () => {
  const ids: string[] = []
  for (let n = 0; n < people; n++) ids.push(await listener(`p${n}`))
  service.answerAfter(40)
  const app = testContext(db, systemClock)
  const notices = Array.from({ length: people * each }, (_, n) => ({
    userId: ids[n % people]!,
    type: 'transaction' as const,
    kind: 'depositCredited' as const,
    params: { money: String(n), currency: 'USDT', network: 'ERC20' },
    link: '',
    refType: 'deposit',
    refId: String(n),
  }))
  await db.transaction((sql) => writeNotices(app, sql, notices, () => {}))
  await expect.poll(() => service.arrived.length, { interval: 5 }).toBeGreaterThan(notices.length / 4)
  const atKill = service.arrived.length
  servers[0]!.child.kill('SIGKILL')
  await once(servers[0]!.child, 'exit')
  expect(atKill).toBeLessThan(notices.length)

  // What the dead server had taken is due again half a minute later: that time passes here.
  const left = async () => Number((await db.query<{ count: string }>('select count(*) from push_outbox'))[0]?.count)
  await expect.poll(left).toBeLessThanOrEqual(mostUnderWay)
  const abandoned = await left()
  await db.query('update push_outbox set due_ms = 0')
  await expect.poll(left).toBe(0)

  const times = new Map<string, number>()
  for (const { browser, payload } of service.arrived)
    times.set(`${browser} ${payload.id}`, (times.get(`${browser} ${payload.id}`) ?? 0) + 1)
  expect(times.size).toBe(notices.length)
  const twice = [...times.values()].filter((count) => count > 1)
  expect(twice.length).toBeLessThanOrEqual(abandoned)
  expect(twice.every((count) => count === 2)).toBe(true)
  expect(service.faults).toEqual([])
})
