import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ReplyEnvelope } from '#contract/envelope.ts'
import { createDatabasePool, type Database } from '#db/database.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { createHttpClient } from '../support/httpClient.ts'
import { patienceMs } from '../support/patience.ts'
import { testTarget } from '../support/testDatabase.ts'
import { createRandom, seed } from '../ledger/random.ts'

const kills = 20
const script = new URL('./serverProcess.ts', import.meta.url).pathname

let db: Database
let remove: () => Promise<void>
let dataDir: string
let env: Record<string, string>
let server: ChildProcess
let origin: string

beforeAll(async () => {
  const { place, remove: drop } = await testTarget({ texts: true })
  remove = drop
  db = createDatabasePool(place)
  dataDir = mkdtempSync(join(tmpdir(), 'fairlead-killed-'))
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

async function start(): Promise<void> {
  const child = spawn(process.execPath, [script], { env: { ...process.env, ...env, PORT: '0' }, stdio: ['ignore', 'pipe', 'inherit'] })
  server = child
  const [address] = (await once(child.stdout, 'data')) as [Buffer]
  origin = address.toString().trim()
}

async function kill(): Promise<void> {
  server.kill('SIGKILL')
  await once(server, 'close')
}

const { read, write } = createHttpClient(() => origin)
const terms = { accountType: 2, posType: 2, symbol: 'BTCUSDT', direction: 1, orderType: 1, slippageBps: 200, lever: 2 }
type Payload = typeof terms & { money: string }

/**
 * Asks with the same id and the same words until an answer comes, through as many deaths of the server as it takes. With `lose` the first
 * answer is lost on its way: what was asked for is done, and whoever asked does not know.
 */
async function openPosition(token: string, payload: Payload, requestId: string, lose?: () => Promise<unknown>): Promise<ReplyEnvelope> {
  const headers = { 'x-access-token': token, 'x-request-id': requestId }
  let confirmToken: string | undefined
  let isLost = lose === undefined
  for (const until = Date.now() + patienceMs; Date.now() < until; ) {
    try {
      confirmToken ??= await look(payload, headers)
      const answer = confirmToken && (await write('/api/trade/appTradePositions/create', { ...payload, confirmToken }, headers))
      if (answer && answer.code === 200) {
        if (isLost) return answer
        isLost = true
        await lose?.()
        continue
      }
      // Refused (the look is too old, the price is too old): nothing happened, so one may look again.
      confirmToken = undefined
    } catch {
      // Dead at this moment: nobody knows, so the same is asked again.
    }
    await new Promise((done) => setTimeout(done, 50))
  }
  throw new Error('never answered')
}

const idOf = ({ result }: ReplyEnvelope): string => (result as { id: string }).id

const look = async (payload: Payload, headers: Record<string, string>): Promise<string | undefined> =>
  ((await write('/api/trade/preview', { action: 'position', payload }, headers)).result as { confirmToken?: string }).confirmToken

it(`opens each order once, though the server is killed ${kills} times in the middle (MONEY_SEED=${seed})`, async () => {
  const chance = createRandom(seed)
  const guest = await write('/api/app/guestLogin', { deviceId: randomUUID().replaceAll('-', '') })
  const { token } = guest.result as { token: string }
  const opened: string[] = []
  for (let round = 0; round < kills; round++) {
    // Each of its own size: the same again within seconds is held back, and would not be on its way when the server dies.
    const payload = { ...terms, money: `${50 + round}` }
    // By turns in the middle of anything, and between the commit and the answer.
    if (round % 2 === 0) {
      const asked = openPosition(token, payload, randomUUID())
      await new Promise((done) => setTimeout(done, chance.next() * 120))
      await kill()
      await start()
      opened.push(idOf(await asked))
    } else opened.push(idOf(await openPosition(token, payload, randomUUID(), () => kill().then(start))))
  }

  expect(new Set(opened).size).toBe(kills)
  const positions = await db.query<{ id: string }>('select id from position order by id')
  expect(positions.map(({ id }) => id)).toEqual(opened.toSorted())
  expect(await findAllLedgerViolations(db)).toEqual([])
  const mine = await read('/api/trade/appTradePositions/listMy?accountType=2&pageSize=100', { 'x-access-token': token })
  expect((mine.result as { total: number }).total).toBe(kills)
})
