import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openMigratedDatabase } from '#db/open.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { createRandom, seed } from './random.ts'

const rounds = Number(process.env.CRASH_ROUNDS ?? 6)
const writer = new URL('./writer.ts', import.meta.url).pathname
const root = new URL('../..', import.meta.url).pathname

let dataDir: string
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'fairlead-crash-'))
  chmodSync(dataDir, 0o711)
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const postgresPid = (): number => Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])

/** Books until it is killed once it has said of so many that they are safe; gives back the ids of these and of what it said meanwhile. */
async function bookUntilKilled(round: number, kill: (child: ChildProcess) => void, afterCount: number): Promise<string[]> {
  const child = spawn(process.execPath, [writer, dataDir, String(1000 * (round + 1))], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.on('data', (part: Buffer) => {
    said += part
  })
  // The last line may be cut in the middle.
  const safe = () => said.split('\n').slice(0, -1)
  await expect.poll(() => safe().length, { interval: 5 }).toBeGreaterThan(afterCount)
  kill(child)
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
  return safe()
}

const kills: readonly [string, (child: ChildProcess) => void][] = [
  ['the server', (child) => child.kill('SIGKILL')],
  [
    'the database, then the server while it starts the database again',
    (child) => {
      process.kill(postgresPid(), 'SIGKILL')
      setTimeout(() => child.kill('SIGKILL'), 700)
    },
  ],
  [
    'both at once',
    (child) => {
      process.kill(postgresPid(), 'SIGKILL')
      child.kill('SIGKILL')
    },
  ],
]

it(`loses no posting that it had said was safe, whatever is killed (${rounds} rounds, MONEY_SEED=${seed})`, async () => {
  const chance = createRandom(seed)
  let safe: string[] = []
  for (let round = 0; round < rounds; round++) {
    const [what, kill] = kills[round % kills.length]!
    const acknowledged = await bookUntilKilled(round, kill, 10 + Math.floor(chance.next() * 300))
    expect(acknowledged.length, `round ${round}`).toBeGreaterThan(10)
    safe = [...safe, ...acknowledged]
    const { db, stop } = await openMigratedDatabase({ databaseUrl: undefined, dataDir })
    const [found] = await db.query('select count(*)::int as n from posting where id = any($1::bigint[])', [safe])
    expect(found, `after ${what} was killed`).toEqual({ n: safe.length })
    expect(await findAllLedgerViolations(db), `after ${what} was killed`).toEqual([])
    await stop()
  }
})
