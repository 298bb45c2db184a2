import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CompetitionLeaderboardRow } from '#contract/calls/competitions.ts'
import { createDatabasePool, type Database } from '#db/database.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { createHttpClient } from '../support/httpClient.ts'
import { testTarget } from '../support/testDatabase.ts'

const script = new URL('../trading/serverProcess.ts', import.meta.url).pathname
const people = 5
/** Until the test ends it. */
const lastsMs = 3_600_000

let db: Database
let remove: () => Promise<void>
let dataDir: string
const servers: { child: ChildProcess; origin: string }[] = []

beforeAll(async () => {
  const { place, remove: drop } = await testTarget({ texts: true })
  remove = drop
  db = createDatabasePool(place)
  dataDir = mkdtempSync(join(tmpdir(), 'fairlead-contest-'))
  const url = `postgresql://${place.user}@${encodeURIComponent(place.socketDir)}:${place.port}/${place.database}`
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: url, PORT: '0' }
  for (let n = 0; n < 2; n++) {
    const child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    const [address] = (await once(child.stdout, 'data')) as [Buffer]
    servers.push({ child, origin: address.toString().trim() })
  }
})
afterAll(async () => {
  for (const { child } of servers) child.kill('SIGKILL')
  await db?.close()
  await remove?.()
  rmSync(dataDir, { recursive: true, force: true })
})

const on = (n: number) => createHttpClient(() => servers[n]!.origin)

it('two servers show one table; the one that records is killed at the end, and everybody is closed and paid once', async () => {
  const tokens: string[] = []
  for (let n = 0; n < people; n++) {
    const guest = await on(n % 2).write('/api/app/guestLogin', { deviceId: randomUUID().replaceAll('-', '') })
    tokens.push((guest.result as { token: string }).token)
  }
  await db.query(`update account set is_guest = false, guest_device = null, email = id || '@example.com', nickname = 'Person ' || uid`)
  const from = Math.ceil(Date.now() / 1000) * 1000
  await db.query(
    `insert into competition (id, series, round, name, fund, start_ms, end_ms, join_until_ms, prizes, symbols, max_lever, min_trades)
     values ('short', 'short', 1, 'Short', 100000, $1::bigint - 1000, $1::bigint + $2, $1::bigint + $2, '{300,150}', '{BTCUSDT,ETHUSDT}', 10, 0)`,
    [from, lastsMs],
  )
  const headers = (n: number) => ({ 'x-access-token': tokens[n]!, 'x-request-id': randomUUID() })
  for (let n = 0; n < people; n++) {
    const joined = await on(n % 2).write('/api/comp/join', { id: 'short' }, headers(n))
    expect(joined).toMatchObject({ success: true, result: { status: 1 } })
    const symbol = n % 2 ? 'ETHUSDT' : 'BTCUSDT'
    const payload = { accountType: 3, posType: 2, symbol, direction: 1 + (n % 2), orderType: 1, slippageBps: 200, money: '9000', lever: 5 }
    const shown = await on((n + 1) % 2).write('/api/trade/preview', { action: 'position', payload }, headers(n))
    const { confirmToken } = shown.result as { confirmToken: string }
    expect(await on((n + 1) % 2).write('/api/trade/appTradePositions/create', { ...payload, confirmToken }, headers(n))).toMatchObject({
      success: true,
    })
  }
  const tableOn = async (n: number): Promise<CompetitionLeaderboardRow[]> => {
    const { result } = await on(n).read('/api/comp/rank?id=short&pageSize=100', {})
    return (result as { records: CompetitionLeaderboardRow[] }).records
  }
  // Both know of every position, whoever took it: each has paid its fee and moves.
  const moved = async (n: number) => (await tableOn(n)).map(({ name, totalIncome }) => [name, totalIncome] as const)
  for (const n of [0, 1]) {
    const paid = async () => (await moved(n)).filter(([, income]) => income !== '0.00000000')
    await expect.poll(paid).toHaveLength(people)
    const first = new Map(await moved(n))
    const since = async () => (await moved(n)).filter(([name, income]) => first.get(name) !== income)
    await expect.poll(since).toHaveLength(people)
  }
  // The end comes when both know, however long that took; nobody may move it, so that the database does not look here.
  const endMs = Math.ceil(Date.now() / 1000) * 1000 + 3_000
  await db.query(`begin; set local session_replication_role = replica;
    update competition set end_ms = ${endMs}, join_until_ms = ${endMs} where id = 'short'; commit`)
  await wait(endMs - 200 - Date.now())
  servers[0]!.child.kill('SIGKILL')

  const isFinal = async () => (await db.query(`select from competition where id = 'short' and final_ms is not null`)).length === 1
  await expect.poll(isFinal).toBe(true)
  await wait(1_500)
  const table = await tableOn(1)
  expect(table.map(({ rank, prize }) => [rank, prize])).toEqual([
    [1, '300'],
    [2, '150'],
    [3, null],
    [4, null],
    [5, null],
  ])
  expect(await db.query('select sum(amount)::text as sum, count(*) as n from leg where type = 35')).toEqual([
    { sum: '450.00000000', n: '2' },
  ])
  expect(await db.query('select from position where status in (0, 1, 2)')).toEqual([])
  expect(await db.query('select from balance where book = 3 and amount <> 0')).toEqual([])
  const marks = await db.query<{ late: boolean }>(
    'select sec * 1000 > end_ms as late from competition_mark m join competition c on c.id = m.competition_id',
  )
  expect(marks.map(({ late }) => late)).toEqual([false, false])
  expect(
    await db.query('select from position p join competition_mark m using (symbol) where p.account_type = 3 and p.close_sec <> m.sec'),
  ).toEqual([])
  expect(await findAllLedgerViolations(db)).toEqual([])
})
