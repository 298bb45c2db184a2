import { type ChildProcess, spawn } from 'node:child_process'
import { hash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashSecret } from '#account/passwords.ts'
import { createDatabasePool, type Database } from '#db/database.ts'
import { createHttpClient } from '../support/httpClient.ts'
import { testTarget } from '../support/testDatabase.ts'
import { unzip } from '../support/unzip.ts'
import { patienceMs } from '../support/patience.ts'

// A copy of somebody's data with a long ledger, made by a real server that is killed at it and followed by another.

const script = new URL('../trading/serverProcess.ts', import.meta.url).pathname
const wait = (ms: number) => new Promise((done) => setTimeout(done, ms))

let db: Database
let remove: () => Promise<void>
let dataDir: string
let env: Record<string, string>
let server: ChildProcess
let origin: string

async function start(): Promise<void> {
  server = spawn(process.execPath, [script], { env: { ...process.env, ...env, PORT: '0' }, stdio: ['ignore', 'pipe', 'inherit'] })
  const [address] = (await once(server.stdout!, 'data')) as [Buffer]
  origin = address.toString().trim()
}

beforeAll(async () => {
  const { place, remove: drop } = await testTarget({ texts: true })
  remove = drop
  db = createDatabasePool(place)
  dataDir = mkdtempSync(join(tmpdir(), 'fairlead-copy-'))
  env = {
    DATA_DIR: dataDir,
    DATABASE_URL: `postgresql://${place.user}@${encodeURIComponent(place.socketDir)}:${place.port}/${place.database}`,
  }
  await start()
})
afterAll(async () => {
  server?.kill('SIGKILL')
  await db?.close()
  await remove?.()
  rmSync(dataDir, { recursive: true, force: true })
})

const { read, write } = createHttpClient(() => origin)
/** What comes in time. */
async function until<T>(ask: () => Promise<T | undefined>): Promise<T> {
  for (const begun = Date.now(); Date.now() - begun < patienceMs; await wait(50)) {
    const found = await ask().catch(() => undefined)
    if (found !== undefined) return found
  }
  throw new Error('it never came')
}

it('is whole, though the server that made it was killed at it, and proves what happened', async () => {
  const guest = (await write('/api/app/guestLogin', { deviceId: randomUUID().replaceAll('-', '') })).result as {
    token: string
    userInfo: { id: string }
  }
  const { id } = guest.userInfo
  const headers = { 'x-access-token': guest.token }
  const fresh = () => ({ ...headers, 'x-request-id': randomUUID() })
  const payload = { accountType: 2, posType: 2, symbol: 'BTCUSDT', direction: 1, orderType: 1, slippageBps: 200, money: '50', lever: 2 }
  const position = await until(async () => {
    const { confirmToken } = (await write('/api/trade/preview', { action: 'position', payload }, headers)).result as {
      confirmToken?: string
    }
    if (confirmToken === undefined) return undefined
    const opened = await write('/api/trade/appTradePositions/create', { ...payload, confirmToken }, fresh())
    return opened.code === 200 ? (opened.result as { id: string }).id : undefined
  })
  // A guest until now; copies are for people.
  await db.query(
    `update account set is_guest = false, guest_device = null, email = 'a@example.com', safe_password_hash = $2 where id = $1`,
    [id, await hashSecret('246813')],
  )
  const ticket = (await write('/api/support/ticket/create', { topic: 'trading', text: 'Hello' }, fresh())).result as { id: string }
  await db.query(
    `with p as (insert into posting (book, ref_type, ref_id, at_ms) select 1, 'long', n::text, 1 from generate_series(1, 60000) n returning id)
     insert into leg (posting_id, book, user_id, currency, bucket, amount, type, balance_before, balance_after, at_ms)
     select id, 1, $1, 'USDT', 'AVAIL', 1, 37, 0, 1, 1 from p`,
    [id],
  )
  const asked = await write('/api/user/data/export', { safePassword: '246813' }, fresh())
  expect(asked.code).toBe(200)
  await until(async () => ((await db.query('select from data_export where worked_ms is not null')).length > 0 ? true : undefined))
  await wait(150)
  server.kill('SIGKILL')
  await once(server, 'close')
  expect(await db.query('select status from data_export')).toEqual([{ status: 0 }])
  // As if two minutes had passed.
  await db.query('update data_export set worked_ms = worked_ms - 200000')
  await start()
  const copy = await until(async () => {
    const [file] = (await read('/api/user/data/exports', headers)).result as { status: number; url: string; sha256: string; size: number }[]
    return file?.status === 1 ? file : undefined
  })
  expect(await db.query('select run from data_export')).toEqual([{ run: 2 }])
  const bytes = Buffer.from(await (await fetch(`${origin}${copy.url}`)).arrayBuffer())
  expect([bytes.length, hash('sha256', bytes, 'hex')]).toEqual([copy.size, copy.sha256])
  const files = unzip(bytes)
  const json = (name: string) => JSON.parse(files.get(name)?.toString() ?? '')
  expect(json('ledger-real.json')).toHaveLength(60_000)
  expect(json('orders/contracts.json')).toMatchObject([{ id: position }])
  const [receipt] = json('orders/receipts.json')
  expect(receipt).toMatchObject({ refType: 'position', refId: position, formula: expect.any(String) })
  expect(receipt.priceRecords[0]).toMatchObject({ symbol: 'BTCUSDT', treeDay: expect.any(String) })
  expect(receipt.postings).not.toEqual([])

  const answered = await until(async () => {
    const { messages } = (await read(`/api/support/ticket/detail?id=${ticket.id}`, headers)).result as { messages: { by: string }[] }
    return messages.length > 1 ? messages : undefined
  })
  expect(answered.map(({ by }) => by)).toEqual(['me', 'program'])
  expect(((await read('/api/public/fair/terms')).result as { terms: unknown[] }).terms.length).toBeGreaterThan(100)
  expect(((await read('/api/public/fair/stats')).result as { stats: unknown }).stats).toMatchObject({ seconds: { demo: { settled: 0 } } })
})
