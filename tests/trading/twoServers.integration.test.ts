import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import type { UserStreamEvent } from '#contract/priceStream.ts'
import { createDatabasePool, type Database } from '#db/database.ts'
import { symbolSeeds } from '#db/seed/symbols.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { unpackPriceRecord } from '#market/record/recordBytes.ts'
import { fromScaledPrice } from '#rules/scaled.ts'
import { marketQuoteFromMid } from '#rules/quote.ts'
import { findPriceRecordWithinGrace, computeSecondContractOutcome } from '#rules/second/secondContract.ts'
import { stopCloseReasonAt } from '#rules/stops.ts'
import { createHttpClient } from '../support/httpClient.ts'
import { testTarget } from '../support/testDatabase.ts'

// Two real servers on one database. The one that records is killed, and later put to sleep, in the middle of positions with stops and of
// second contracts that are due.

const script = new URL('./serverProcess.ts', import.meta.url).pathname
const order = symbolSeeds.map(({ symbol }) => symbol)
const btc = symbolSeeds.find(({ symbol }) => symbol === 'BTCUSDT')!
const wait = (ms: number) => new Promise((done) => setTimeout(done, ms))

interface Running {
  child: ChildProcess
  origin: string
}

let db: Database
let remove: () => Promise<void>
let dataDir: string
let env: Record<string, string>
let a: Running
let b: Running

async function start(): Promise<Running> {
  const child = spawn(process.execPath, [script], { env: { ...process.env, ...env, PORT: '0' }, stdio: ['ignore', 'pipe', 'ignore'] })
  const [address] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, origin: address.toString().trim() }
}

beforeAll(async () => {
  const { place, remove: drop } = await testTarget({ texts: true })
  remove = drop
  db = createDatabasePool(place)
  dataDir = mkdtempSync(join(tmpdir(), 'fairlead-two-'))
  env = {
    DATA_DIR: dataDir,
    DATABASE_URL: `postgresql://${place.user}@${encodeURIComponent(place.socketDir)}:${place.port}/${place.database}`,
  }
  a = await start()
  b = await start()
})
afterAll(async () => {
  for (const server of [a, b]) server?.child.kill('SIGKILL')
  await db?.close()
  await remove?.()
  rmSync(dataDir, { recursive: true, force: true })
})

interface Person {
  userId: string
  token: string
  events: UserStreamEvent[]
  /** Asks the given server; undefined when it gave no answer. */
  ask(of: () => Running, path: string, body: object, requestId?: string): Promise<{ code: number; key?: string; result: never } | undefined>
}

/** A guest who signs in on one server and listens on another. */
async function guest(signsInOn: () => Running, listensOn: () => Running): Promise<Person> {
  const seals = new Map<string, ReturnType<typeof createHttpClient>>()
  const at = (of: () => Running) => {
    const { origin } = of()
    return (
      seals.get(origin) ??
      seals
        .set(
          origin,
          createHttpClient(() => origin),
        )
        .get(origin)!
    )
  }
  const { token, userInfo } = (await at(signsInOn).write('/api/app/guestLogin', { deviceId: randomUUID().replaceAll('-', '') })).result as {
    token: string
    userInfo: { id: string }
  }
  const events: UserStreamEvent[] = []
  const socket = new WebSocket(`${listensOn().origin.replace('http', 'ws')}/ws/v1`)
  socket.addEventListener('message', ({ data }) =>
    events.push(...(JSON.parse(String(data)) as UserStreamEvent[]).filter(({ c }) => c === 'user')),
  )
  socket.addEventListener('error', () => {})
  await once(socket, 'open')
  socket.send(JSON.stringify({ op: 'auth', token }))
  return {
    userId: userInfo.id,
    token,
    events,
    ask: async (of, path, body, requestId = randomUUID()) => {
      const headers = { 'x-access-token': token, 'x-request-id': requestId }
      return (await at(of)
        .write(path, body, headers)
        .catch(() => undefined)) as never
    },
  }
}

/** Looks and then orders, with the same id until something is known. */
async function place(person: Person, of: () => Running, action: 'position' | 'second', payload: object): Promise<void> {
  const requestId = randomUUID()
  for (let attempt = 0; attempt < 3; attempt++) {
    const path = action === 'second' ? '/api/trade/appSecondContractOrder' : '/api/trade/appTradePositions'
    const seen = await person.ask(of, '/api/trade/preview', { action, payload })
    const confirmToken = (seen?.result as { confirmToken?: string } | undefined)?.confirmToken
    if (!confirmToken) continue
    const done = await person.ask(of, `${path}/${action === 'second' ? 'buy' : 'create'}`, { ...payload, confirmToken }, requestId)
    if (done?.code === 200) return
  }
}

const money = (n: number): string => (20 + n * 0.01).toFixed(2)
const newestSec = async (): Promise<number> => {
  const [row] = await db.query<{ sec: string }>("select max(sec) as sec from price_record where feed = 'sim'")
  return Number(row!.sec)
}
const fenceNow = async (): Promise<number> => {
  const [row] = await db.query<{ fence: string }>('select fence from market_lease')
  return Number(row!.fence)
}
async function priceOf(of: Running): Promise<{ currentPrice: string; stale: boolean }> {
  const { result } = await createHttpClient(() => of.origin).read('/api/trade/appSymbol/price?symbol=BTCUSDT')
  return (result as { currentPrice: string; stale: boolean }[])[0]!
}

it('kill and sleep of the one that records: one record, one order, each thing settled once and by the record', async () => {
  const [onA, onB] = [() => a, () => b]
  const people = await Promise.all(Array.from({ length: 6 }, (_, n) => (n % 2 === 0 ? guest(onA, onB) : guest(onB, onA))))
  const homeOf = (n: number) => (n % 2 === 0 ? onA : onB)
  const firstFence = await fenceNow()
  expect(await priceOf(b)).toMatchObject({ stale: false })

  // Second contracts that close one after the other, over the seconds in which the first server dies.
  const boughtAt = Date.now()
  for (let round = 0; round < 5; round++) {
    await Promise.all(
      people.map((person, n) =>
        place(person, homeOf(n), 'second', {
          accountType: 2,
          symbol: 'BTCUSDT',
          money: money(n * 5 + round),
          setId: 'BTCUSDT-60',
          type: 1 + ((n + round) % 2),
        }),
      ),
    )
    await wait(1_200)
  }
  const [bought] = await db.query<{ n: string }>('select count(*) as n from second_order')
  expect(Number(bought!.n)).toBe(30)
  // No contract is sold for so few seconds, and terms are kept: past the trigger that guards them they become so short that the first
  // are closed and the last still run when the first server dies.
  const killAt = Date.now() + 19_000
  const lastsSec = Math.round((killAt - boughtAt) / 1000) - 3
  await db.query(`begin; set local session_replication_role = replica;
    update second_order set seconds = ${lastsSec}, close_sec = open_sec + ${lastsSec}; commit`)

  // Contracts with stops near the price, opened on both servers until the first dies.
  let opened = 0
  const openSome = async (servers: (n: number) => () => Running, until: number): Promise<void> => {
    while (Date.now() < until) {
      await Promise.all(
        people.map(async (person, n) => {
          const { result } = await createHttpClient(() => servers(n)().origin)
            .read('/api/trade/appSymbol/price?symbol=BTCUSDT')
            .catch(() => ({ result: undefined }))
          const mark = Number((result as { currentPrice: string }[] | undefined)?.[0]?.currentPrice)
          if (!mark) return
          const near = 3 + ((opened++ * 7) % 60)
          const side = 1 + (opened % 2)
          const [up, down] = [(mark + near).toFixed(2), (mark - near).toFixed(2)]
          const stops = side === 1 ? { stopProfit: up, stopLoss: down } : { stopProfit: down, stopLoss: up }
          const ask = {
            accountType: 2,
            posType: 2,
            symbol: 'BTCUSDT',
            direction: side,
            orderType: 1,
            slippageBps: 200,
            money: money(opened),
            lever: 2,
          }
          await place(person, servers(n), 'position', { ...ask, ...stops })
        }),
      )
      await wait(300)
    }
  }
  await openSome(homeOf, killAt)

  // Killed in the middle.
  const killedSec = await newestSec()
  const opening = openSome(() => onB, Date.now() + 6_000)
  a.child.kill('SIGKILL')
  const killedAt = performance.now()
  await expect.poll(newestSec, { interval: 50 }).toBeGreaterThan(killedSec + 1)
  const tookOver = performance.now() - killedAt
  const secondFence = await fenceNow()
  expect(secondFence).toBe(firstFence + 1)
  await opening
  a = await start()
  expect(await fenceNow()).toBe(secondFence)
  await expect.poll(async () => (await priceOf(a)).stale).toBe(false)
  expect((await db.query('select 1 from second_order where status = 1 and close_sec < $1', [(await newestSec()) - 15])).length).toBe(0)

  // Now the other one sleeps, with its record under way, and wakes up as somebody who is not asked any more.
  await openSome(() => onA, Date.now() + 3_000)
  b.child.kill('SIGSTOP')
  await expect.poll(fenceNow, { interval: 50 }).toBe(secondFence + 1)
  await expect.poll(newestSec).toBeGreaterThan(Math.floor(Date.now() / 1000) - 3)
  await wait(2_000)
  b.child.kill('SIGCONT')
  await wait(4_000)
  expect(await fenceNow()).toBe(secondFence + 1)
  await expect.poll(async () => (await priceOf(b)).stale).toBe(false)
  const [onOne, onOther] = [await priceOf(a), await priceOf(b)]
  expect(Math.abs(Number(onOne.currentPrice) / Number(onOther.currentPrice) - 1)).toBeLessThan(0.001)

  // Events of what one server does are heard on the other.
  const [ann] = people as [Person]
  await expect.poll(() => people.filter(({ events }) => events.some(({ t }) => t === 'second')).length).toBe(6)
  expect(people.every(({ events }) => events.some(({ t }) => t === 'position') && events.some(({ t }) => t === 'balance'))).toBe(true)
  // Whoever listened on the living one was told that something may have been missed.
  expect(ann.events.some(({ t }) => t === 'missed')).toBe(true)
  await ann.ask(onA, '/api/app/logout', {})
  await expect.poll(() => ann.events.some(({ t, d }) => t === 'session' && (d as { ended: boolean }).ended)).toBe(true)

  // The record: no second twice, one writer after the other.
  const records = await db.query<{ sec: string; fence: string; prices: Uint8Array }>(
    "select sec, fence, prices from price_record where feed = 'sim' order by sec",
  )
  const fences = records.map(({ fence }) => Number(fence))
  expect(new Set(records.map(({ sec }) => sec)).size).toBe(records.length)
  expect(fences).toEqual(fences.toSorted((x, y) => x - y))
  expect(new Set(fences).size).toBe(3)
  const marks = new Map(
    records.map(({ sec, prices }) => [Number(sec), fromScaledPrice(unpackPriceRecord(order, prices).get('BTCUSDT')!.price)]),
  )
  const heard = Number((await db.query<{ sec: string }>("select heard_sec as sec from market_feed where feed = 'sim'"))[0]!.sec)

  // Second contracts, by the pure rule and the record.
  const priceList = [...marks].map(([sec, price]) => ({ sec, price }))
  const seconds = await db.query<{
    status: number
    open_sec: string
    close_sec: string
    type: number
    money: Decimal
    odds: Decimal
    result: number
    payout: Decimal
    settled_ms: string
  }>('select * from second_order')
  for (const second of seconds) {
    const [open, close] = [
      findPriceRecordWithinGrace(priceList, Number(second.open_sec)),
      findPriceRecordWithinGrace(priceList, Number(second.close_sec)),
    ]
    expect(second).toMatchObject({ status: 3, ...computeSecondContractOutcome(second, open, close) })
    expect(Number(second.settled_ms)).toBeGreaterThanOrEqual(Number(second.close_sec) * 1000)
  }

  // Stops, at the first record through, never before, never twice.
  const positions = await db.query<{
    id: string
    status: number
    direction: number
    created_ms: string
    armed_sec: string
    close_sec: string | null
    close_reason: number | null
    close_price: Decimal | null
    stop_profit: Decimal
    stop_loss: Decimal
  }>('select * from position order by id')
  expect(positions.length).toBeGreaterThan(60)
  let closed = 0
  for (const position of positions) {
    const stops = { stopProfit: position.stop_profit, stopLoss: position.stop_loss }
    // What was accepted while a record was under way waits for the next one.
    const surely = Math.floor(Number(position.created_ms) / 1000) + 2
    const through = [...marks].find(
      ([sec, mark]) => sec >= surely && sec <= heard && stopCloseReasonAt(position.direction, mark, stops),
    )?.[0]
    if (position.status !== 3) {
      expect(through, `position ${position.id} runs`).toBeUndefined()
      continue
    }
    closed++
    const sec = Number(position.close_sec)
    const mark = marks.get(sec)!
    expect(sec).toBeGreaterThan(Number(position.armed_sec))
    expect(position.close_reason).toBe(stopCloseReasonAt(position.direction, mark, stops))
    expect(through === undefined || sec <= through, `position ${position.id} closed at ${sec}, through at ${through}`).toBe(true)
    const { bid, ask } = marketQuoteFromMid(mark, btc.spreadBps, btc.tick)
    expect(position.close_price).toBe(asDecimal(position.direction === 1 ? bid : ask))
  }
  expect(closed).toBeGreaterThan(20)
  const settled = await db.query<{ ref_id: string }>(
    `select ref_id from posting where ref_type in ('second', 'position') group by ref_type, ref_id
     having count(*) > 2`,
  )
  expect(settled).toEqual([])
  expect(await findAllLedgerViolations(db)).toEqual([])
  console.log(
    `taken over in ${Math.round(tookOver)} ms; ${closed} of ${positions.length} positions closed by their stops, ${seconds.length} second contracts`,
  )
})
