import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HDKey } from '@scure/bip32'
import { afterEach, expect, it } from 'vitest'

const { PATH, NODE_COMPILE_CACHE } = process.env
const root = new URL('..', import.meta.url).pathname
const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end()
})

function temporary(): string {
  const dir = mkdtempSync(join(tmpdir(), 'fairlead-start-'))
  chmodSync(dir, 0o711)
  ending.push(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

interface Run {
  child: ChildProcess
  out(): string
  err(): string
  /** The exit status. */
  ended: Promise<number | null>
}

/** What `npm start` runs, without the app's build. */
function run(env: Record<string, string>, words = ['server/start.ts']): Run {
  const child = spawn(process.execPath, words, {
    cwd: root,
    // A slow machine takes longer than a person would wait.
    env: { PATH, NODE_COMPILE_CACHE, FAIRLEAD_APP: 'vite', PORT: '0', STOP_SECONDS: '600', ...env },
  })
  let out = ''
  let err = ''
  child.stdout.on('data', (part) => (out += part))
  child.stderr.on('data', (part) => (err += part))
  const ended = once(child, 'close').then(([status]) => status as number | null)
  ending.push(async () => {
    child.kill('SIGTERM')
    await ended
  })
  return { child, out: () => out, err: () => err, ended }
}

async function running(env: Record<string, string>): Promise<Run & { origin: string }> {
  const server = run(env)
  await expect.poll(() => `${server.out()}${server.err()}`).toMatch(/running at http:\S+\n.*\n/)
  return { ...server, origin: /http:\S+/.exec(server.out())![0] }
}

/** It answers at once, and is ready with its first fresh price. */
async function isReady(origin: string): Promise<void> {
  await expect.poll(async () => (await fetch(`${origin}/healthz`)).status).toBe(200)
}

it('prints its address, serves, stops cleanly on SIGTERM and starts again', async () => {
  const DATA_DIR = temporary()
  const server = await running({ DATA_DIR })
  expect(server.out()).toContain(`sandbox · simulated prices · own PostgreSQL in ${DATA_DIR}`)
  await isReady(server.origin)
  // A busy machine may have been late with a record, which is logged: the stop itself has nothing to say.
  const logged = server.err().length
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(server.err().slice(logged)).toBe('')
  const again = await running({ DATA_DIR })
  await isReady(again.origin)
})

it('starts again after kill -9', async () => {
  const DATA_DIR = temporary()
  const server = await running({ DATA_DIR })
  server.child.kill('SIGKILL')
  await server.ended
  const again = await running({ DATA_DIR })
  await isReady(again.origin)
})

it('refuses a sandbox on a node where coins are real, and real money on one of another chain, and says what is wrong', async () => {
  const node = createServer((_, response) => response.end('{"jsonrpc":"2.0","id":1,"result":"0x38"}'))
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
  ending.push(() => node.close())
  const { port } = node.address() as AddressInfo
  const DEPOSIT_XPUB_EVM = HDKey.fromMasterSeed(new Uint8Array(32).fill(7)).derive("m/44'/60'/0'").publicExtendedKey
  const EVM_RPC_URLS = JSON.stringify({ bsc: `http://127.0.0.1:${port}/?key=secret` })
  const server = run({ DATA_DIR: temporary(), EVM_RPC_URLS, DEPOSIT_XPUB_EVM })
  expect(await server.ended).toBe(1)
  expect(server.err()).toMatch(
    /^EVM_RPC_URLS: the node of "bsc" is on chain 56, where coins are real, and this is a sandbox, where money is play money\. Name a node of a test chain \(Sepolia 11155111, .*\), or set FAIRLEAD_ENV to production\.\n$/,
  )
  expect(server.err()).not.toContain('secret')
  const wrongly = JSON.stringify({ ethereum: `http://127.0.0.1:${port}/?key=secret` })
  const real = run({ DATA_DIR: temporary(), EVM_RPC_URLS: wrongly, DEPOSIT_XPUB_EVM, FAIRLEAD_ENV: 'production' })
  expect(await real.ended).toBe(1)
  expect(real.err()).toBe('EVM_RPC_URLS: the node of "ethereum" is on chain 56, not on 1.\n')
})

it('stays what it was made for, play money or real money, for servers and staff', async () => {
  const DATA_DIR = temporary()
  const { child, ended } = await running({ DATA_DIR })
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  const other = run({ DATA_DIR, FAIRLEAD_ENV: 'production', MARKET_FEED: 'live' })
  expect(await other.ended).toBe(1)
  const sentence = /^This database was made by a server with FAIRLEAD_ENV=sandbox, and that stays: .*\n$/
  expect(other.err()).toMatch(sentence)
  const staff = run({ DATA_DIR, FAIRLEAD_ENV: 'production' }, ['server/operator/command.ts', 'staff', 'list'])
  expect(await staff.ended).toBe(1)
  expect(staff.err()).toMatch(sentence)
})

it('refuses a second server on the same folder or port in one sentence', async () => {
  const DATA_DIR = temporary()
  const { origin } = await running({ DATA_DIR })
  const second = run({ DATA_DIR })
  expect(await second.ended).toBe(1)
  expect(second.err()).toBe(`Another Fairlead server is already using ${DATA_DIR}.\n`)
  const { port } = new URL(origin)
  const third = run({ DATA_DIR: temporary(), PORT: port })
  expect(await third.ended).toBe(1)
  expect(third.err()).toBe(`Port ${port} on 127.0.0.1 is already in use: set PORT to another one.\n`)
})

const wrongRecording = join(mkdtempSync(join(tmpdir(), 'fairlead-start-')), 'btcusd_1m.csv')
writeFileSync(wrongRecording, 'ts_ms,open,high,low,close,volume\n1504483200000,1,2,x,1,1\n')

it.each([
  [{ PORT: 'abc' }, 'PORT must be a whole number from 0 to 65535, not "abc".\n'],
  [{ DATABASE_URL: 'postgres://127.0.0.1:1/x' }, /^The database of DATABASE_URL at 127\.0\.0\.1:1 does not answer: .*\.\n$/],
  [{ MARKET_FEED: 'replay:/nowhere.csv' }, 'MARKET_FEED names a recording that is not there: "/nowhere.csv".\n'],
  [
    { MARKET_FEED: `replay:${wrongRecording}` },
    `MARKET_FEED cannot play ${wrongRecording}: line 2 is not a bar: "1504483200000,1,2,x,1,1".\n`,
  ],
])('says what is wrong with %o without a stack', async (env, sentence) => {
  const server = run({ DATA_DIR: temporary(), ...env })
  expect(await server.ended).toBe(1)
  expect(server.err()).toMatch(sentence)
})
