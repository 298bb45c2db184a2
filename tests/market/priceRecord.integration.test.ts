import { execFile } from 'node:child_process'
import { createHash, hash } from 'node:crypto'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from '#api/apiError.ts'
import { type PriceRecordServerCalls, createPriceRecordWitness, type PriceRecordTamperEvidence } from '#api/priceRecord/witness.ts'
import type { PriceRecordProof, SignedPriceRecordHead } from '#contract/calls/fairness.ts'
import { asDecimal } from '#contract/decimal.ts'
import type { Database } from '#db/database.ts'
import type { OfflineTable } from '#device/database.ts'
import { createMarketDataService, type StartableMarketDataService } from '#market/createMarket.ts'
import { createManualFeed } from '#market/feeds/manualFeed.ts'
import { toScaledPrice } from '#rules/scaled.ts'
import type { SymbolSpec } from '#market/market.ts'
import { dayOf } from '#rules/sim/days.ts'
import { createSeedHmac } from '#market/sim/sim.ts'
import { createSimMarket } from '#rules/sim/markets.ts'
import { simDay } from '#rules/sim/sim2.ts'
import { symbolSeeds } from '#db/seed/symbols.ts'
import { isRecordInputSymbol, dayLinkLeafText, parsePriceRecordLeaf } from '#rules/leaf.ts'
import { merkleSplitSize } from '#rules/merkle.ts'
import { computeSecondContractOutcome } from '#rules/second/secondContract.ts'
import { createManualClock } from '#server/core/clock.ts'
import { type PriceRecordSigner, startPriceRecordSigner } from '#server/fairness/signer.ts'
import { createCallHandlers } from '#server/modules.ts'
import { createAppHttpServer } from '#server/http/server.ts'
import { testDatabase } from '../support/testDatabase.ts'
import { noLimits, testContext, createInProcessClient } from '../support/wire.ts'

const runFile = promisify(execFile)

// 60 seconds before a UTC+8 midnight, a Friday's, when all 34 markets are open.
const startMs = Date.parse('2026-11-20T15:59:00Z')
const firstDay = '2026-11-20'
const secondDay = '2026-11-21'

/** RFC 6962 by its definition, from nothing but the leaves' texts. */
function rootOf(leaves: readonly string[]): Buffer {
  if (leaves.length === 1) return createHash('sha256').update(`\0${leaves[0]}`).digest()
  const split = merkleSplitSize(leaves.length)
  return createHash('sha256')
    .update('\x01')
    .update(rootOf(leaves.slice(0, split)))
    .update(rootOf(leaves.slice(split)))
    .digest()
}

const memoryShelf = (): OfflineTable & { kept: Map<string, unknown> } => {
  const kept = new Map<string, unknown>()
  return {
    kept,
    get: async <T>(key: string) => structuredClone(kept.get(key)) as T | undefined,
    set: async (key, value) => kept.set(key, structuredClone(value)).has(key),
    remove: async (key) => void kept.delete(key),
    entries: async () => [...kept],
    clear: async () => kept.clear(),
  }
}

/** One server on a database: market and signer moved by hand, the real edge in front. */
async function serve(db: Database, clock: ReturnType<typeof createManualClock>, market: StartableMarketDataService) {
  const app = testContext(db, clock, {}, market)
  const signer = startPriceRecordSigner(app)
  // A whole day's leaves are asked for at once, of every market.
  const http = createAppHttpServer(app, createCallHandlers(app), { rates: noLimits, maxInFlightPerAddress: 1_000 })
  const get = async <T>(path: string, query: Record<string, string | number> = {}): Promise<T> => {
    const text = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]))
    const { envelope, result } = await createInProcessClient(http, clock).get(`/api/public/fair/${path}`, text)
    if (envelope.code !== 200) throw new ApiError(envelope.code, envelope.key ?? '', envelope.message)
    return result as T
  }
  const asks: PriceRecordServerCalls = {
    keys: async () => {
      const { previous, ...newest } = await get<{ kid: string; publicKeyJwk: never; previous: [] }>('key')
      return [newest, ...previous]
    },
    head: async () => get<SignedPriceRecordHead>('head'),
    proof: (symbol, sec) => get<PriceRecordProof>('proof', { symbol, sec }),
    consistency: async (day, from, to) => (await get<{ path: string[] }>('consistency', { day, from, to })).path,
  }
  const end = async () => {
    await signer.stop()
    await http.close()
  }
  return { app, signer, http, get, asks, end }
}

const client = (asks: PriceRecordServerCalls, shelf = memoryShelf()) => {
  const found: PriceRecordTamperEvidence[] = []
  return {
    shelf,
    found,
    witness: createPriceRecordWitness(
      shelf,
      asks,
      (evidence) => found.push(evidence),
      () => 0,
    ),
  }
}

/** What a market has in the record: its prices, and the other numbers that results are computed from. */
const namesOf = (symbol: string): string[] => [symbol, ...['FUND', 'SWAP', 'IV'].map((kind) => `${kind}:${symbol}`)]
const volatilities = ['VOL:CRYPTO', 'VOL:FOREX', 'VOL:METAL']
const ownInputs = ['HASHPRICE_BTC', 'HASHPRICE_LTC', 'KWH', 'LOG:SEED', 'STAKE:DOT', 'STAKE:ETH', 'STAKE:SOL', ...volatilities]

/** The leaves of a day as anyone reads them: market by market, then put in order. */
async function leavesOfDay(get: Awaited<ReturnType<typeof serve>>['get'], from: number, to: number): Promise<string[]> {
  const all = await Promise.all(
    [...symbolSeeds.flatMap(({ symbol }) => namesOf(symbol)), ...ownInputs].map((symbol) => get<string[]>('ticks', { symbol, from, to })),
  )
  const placed = all.flat().map((text) => ({ text, leaf: parsePriceRecordLeaf(text)! }))
  return placed.toSorted((a, b) => a.leaf.sec - b.leaf.sec || (a.leaf.symbol < b.leaf.symbol ? -1 : 1)).map(({ text }) => text)
}

describe('the record of the simulated market', () => {
  const clock = createManualClock(startMs)
  let db: Database
  let market: StartableMarketDataService
  let server: Awaited<ReturnType<typeof serve>>
  const run = async (seconds: number) => {
    for (let at = 0; at < seconds; at++) {
      clock.advance(1000)
      await market.step()
    }
  }
  beforeAll(async () => {
    db = await testDatabase({ texts: true })
    market = createMarketDataService({ db, clock, config: { marketFeed: { kind: 'sim' } }, byHand: true })
    server = await serve(db, clock, market)
    await market.start()
    await run(300)
    await server.signer.step()
  })
  afterAll(async () => {
    await server?.end()
    await market?.stop()
    await db?.close()
  })

  const firstLeaf = async () => (await server.asks.proof('PREV', Date.parse(`${secondDay}T04:00:00Z`) / 1000)).leaf

  it('signs the head over exactly the leaves that everyone can read, day by day', async () => {
    const first = await server.get<SignedPriceRecordHead>('head', { day: firstDay })
    const second = await server.get<SignedPriceRecordHead & { simCommit: Record<string, string> }>('head')
    expect([first.day, second.day]).toEqual([firstDay, secondDay])
    const midnight = Date.parse('2026-11-20T16:00:00Z') / 1000
    const ended = await leavesOfDay(server.get, midnight - 60, midnight - 1)
    expect(first).toMatchObject({ treeSize: ended.length, root: rootOf(ended).toString('hex') })
    const running = [dayLinkLeafText(first), ...(await leavesOfDay(server.get, midnight, midnight + 299))]
    expect(running.length).toBeGreaterThanOrEqual(second.treeSize)
    expect(second.root).toBe(rootOf(running.slice(0, second.treeSize)).toString('hex'))
    expect(second.treeSize).toBeGreaterThan(3 * 1024)
    expect(second.simCommit).toEqual({ today: expect.stringMatching(/^[0-9a-f]{64}$/), tomorrow: expect.stringMatching(/^[0-9a-f]{64}$/) })
  })

  it('a revealed seed gives the ended day again, bit for bit', async () => {
    const { seed, commit } = await server.get<{ seed: string; commit: string }>('simSeed', { day: firstDay })
    expect(hash('sha256', Buffer.from(seed, 'hex'))).toBe(commit)
    expect((await server.get<{ seed: null }>('simSeed', { day: secondDay })).seed).toBeNull()
    const from = startMs / 1000
    const leaves = (await leavesOfDay(server.get, from, from + 59)).map((text) => parsePriceRecordLeaf(text)!)
    const prices = new Map(symbolSeeds.map(({ symbol, ref }) => [symbol, toScaledPrice(ref)]))
    const day = simDay(createSeedHmac(Buffer.from(seed, 'hex')), dayOf(from))
    let compared = 0
    for (const leaf of leaves.filter(({ mode, symbol }) => mode === 'SIM' && !isRecordInputSymbol(symbol))) {
      const spec: SymbolSpec = symbolSeeds.find(({ symbol }) => symbol === leaf.symbol)!
      const next = day.next(createSimMarket(spec), prices.get(leaf.symbol)!, leaf.sec)
      prices.set(leaf.symbol, next)
      expect(toScaledPrice(leaf.price)).toBe(next)
      compared++
    }
    expect(compared).toBeGreaterThan(1_000)
    const crosses = leaves.filter(({ mode }) => mode === 'DERIVED')
    expect(new Set(crosses.map(({ sources }) => sources.length))).toEqual(new Set([2]))
  })

  it('proves random records of both days to a client that trusts nothing', async () => {
    const { witness, found } = client(server.asks)
    for (let at = 0; at < 40; at++) {
      const symbol = symbolSeeds[(at * 7) % symbolSeeds.length]!.symbol
      const sec = startMs / 1000 + ((at * 37) % 220)
      const { ticks, leaf } = await witness.check(symbol, sec)
      expect(ticks).toEqual({ record: true, list: true, signature: true })
      expect(leaf).toMatchObject({ symbol, sec })
    }
    expect(found).toEqual([])
  })

  it('shows every pair of sizes consistent', async () => {
    const { treeSize } = await server.get<SignedPriceRecordHead>('head')
    const midnight = Date.parse('2026-11-20T16:00:00Z') / 1000
    const leaves = [await firstLeaf(), ...(await leavesOfDay(server.get, midnight, midnight + 300))]
    const { isMerkleTreeConsistent } = await import('#rules/merkle.ts')
    const sha256 = (bytes: Uint8Array<ArrayBuffer>) => new Uint8Array(hash('sha256', bytes, 'buffer'))
    const rootAt = (size: number) => ({ treeSize: size, root: rootOf(leaves.slice(0, size)).toString('hex') })
    const sizes = [1, 2, 1023, 1024, 1025, 2048, 3000, treeSize - 1, treeSize]
    for (const from of sizes) {
      for (const to of sizes.filter((size) => size >= from)) {
        const { path } = await server.get<{ path: string[] }>('consistency', { day: secondDay, from, to })
        expect(await isMerkleTreeConsistent(sha256, rootAt(from), rootAt(to), path), `${from} to ${to}`).toBe(true)
      }
    }
    await expect(server.get('consistency', { day: secondDay, from: 5, to: treeSize + 1 })).rejects.toMatchObject({ key: 'NOT_FOUND' })
    await expect(server.get('consistency', { day: secondDay, from: 6, to: 5 })).rejects.toMatchObject({ key: 'NOT_FOUND' })
  })

  it('refuses in words: unknown markets, seconds without a record, seconds not signed yet, hours too long', async () => {
    const refused = (path: string, query: Record<string, string | number>, key: string) =>
      expect(server.get(path, query)).rejects.toMatchObject({ key })
    await refused('proof', { symbol: 'NOPE', sec: 1 }, 'SYMBOL_UNKNOWN')
    await refused('proof', { symbol: 'BTCUSDT', sec: startMs / 1000 - 5_000 }, 'NOT_FOUND')
    await refused('proof', { symbol: 'BTCUSDT', sec: Math.floor(clock.now() / 1000) }, 'RECORD_NOT_SIGNED')
    await refused('ticks', { symbol: 'BTCUSDT', from: 10, to: 3_611 }, 'VALIDATION')
    await refused('head', { day: '2020-01-01' }, 'NOT_FOUND')
    expect(
      await server.get('ticks', { symbol: 'BTCUSDT', from: Math.floor(clock.now() / 1000) - 3, to: Math.floor(clock.now() / 1000) }),
    ).toEqual([])
  })

  it('a record cannot be changed, removed or written late', async () => {
    await expect(db.query('update price_record set raw = null')).rejects.toThrow('it only grows')
    await expect(db.query('delete from price_record')).rejects.toThrow('it only grows')
    const late = "insert into price_record (feed, sec, prices) values ('live', $1, '\\x01')"
    await expect(db.query(late, [startMs / 1000 + 5])).rejects.toThrow('sealed')
    // What stands there already is left as it is: another server of this feed wrote it first.
    expect(await db.query(`${late.replace("'live'", "'sim'")} returning sec`, [startMs / 1000 + 5])).toEqual([])
  })

  it('a restart and a second server go on with the same tree', async () => {
    const other = await serve(db, clock, market)
    const before = await server.get<SignedPriceRecordHead>('head')
    await run(70)
    await other.signer.step()
    const between = await other.get<SignedPriceRecordHead>('head')
    expect(between.treeSize).toBeGreaterThan(before.treeSize)
    await run(70)
    await server.signer.step()
    const after = await server.get<SignedPriceRecordHead>('head')
    expect(after.treeSize).toBeGreaterThan(between.treeSize)
    const midnight = Date.parse('2026-11-20T16:00:00Z') / 1000
    const leaves = [await firstLeaf(), ...(await leavesOfDay(server.get, midnight, midnight + 600))]
    for (const head of [before, between, after]) expect(head.root).toBe(rootOf(leaves.slice(0, head.treeSize)).toString('hex'))
    const { witness, found } = client(other.asks)
    expect((await witness.check('XAUUSD', midnight + 100)).ticks.signature).toBe(true)
    await witness.watch()
    expect(found).toEqual([])
    await other.end()
  })

  it('one flipped digit breaks it, wherever it is', async () => {
    const sec = startMs / 1000 + 100
    const good = await server.asks.proof('BTCUSDT', sec)
    const flip = (text: string, at: number) => text.slice(0, at) + ((Number.parseInt(text[at]!, 16) + 1) % 10) + text.slice(at + 1)
    const forged: [string, PriceRecordProof][] = [
      ['price', { ...good, leaf: flip(good.leaf, good.leaf.indexOf('.') + 3) }],
      ['second', { ...good, leaf: good.leaf.replace(String(sec), String(sec + 1)) }],
      ['place', { ...good, leafIndex: good.leafIndex + 1 }],
      ['path', { ...good, path: good.path.with(0, flip(good.path[0]!, 5)) }],
      ['root', { ...good, head: { ...good.head, root: flip(good.head.root, 9) } }],
      ['time', { ...good, head: { ...good.head, ms: (good.head.ms + 1) as never } }],
      ['signature', { ...good, head: { ...good.head, sig: good.head.sig.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A')) } }],
    ]
    for (const [what, proof] of forged) {
      const { witness, found, shelf } = client({ ...server.asks, proof: async () => proof })
      const { ticks } = await witness.check('BTCUSDT', sec)
      expect(Object.values(ticks).includes(false), what).toBe(true)
      expect(found.length, what).toBeGreaterThan(0)
      expect(
        [...shelf.kept.keys()].some((name) => name.startsWith('proof:')),
        what,
      ).toBe(false)
    }
  })

  let port: Promise<number> | undefined
  const listening = () => (port ??= server.http.listen(0, '127.0.0.1'))

  it('is proved by the script that anyone can download, which notices a changed list', async () => {
    const address = `http://127.0.0.1:${await listening()}`
    const folder = mkdtempSync(join(tmpdir(), 'fairlead-verify-'))
    const heads = join(folder, 'heads.json')
    const keys = join(folder, 'keys.json')
    const script = (symbol: string, sec: number | string, ...more: string[]) =>
      runFile(process.execPath, ['public/verify-record.mjs', address, symbol, String(sec), heads, '--keys', keys, ...more]).then(
        ({ stdout }) => ({ code: 0, said: stdout }),
        (failed: { code: number; stdout: string; stderr: string }) => ({ code: failed.code, said: failed.stdout + failed.stderr }),
      )
    const sec = startMs / 1000 + 120
    const first = await script('EURJPY', sec)
    expect(first).toEqual({ code: 0, said: expect.stringContaining(`✓ the record says v1|EURJPY|${sec}|`) })
    expect((await script('XAUUSD', sec)).said).toContain('✓ the list holds unchanged')
    const [input = ''] = await server.get<string[]>('ticks', { symbol: 'SWAP:XAUUSD', from: startMs / 1000 + 60, to: startMs / 1000 + 70 })
    const ofInput = await script('SWAP:XAUUSD', parsePriceRecordLeaf(input)!.sec)
    expect(ofInput).toEqual({ code: 0, said: expect.stringContaining(`✓ the record says ${input}`) })
    expect(ofInput.said).toContain('✓ the list is signed')
    await run(70)
    await server.signer.step()
    expect((await script('XAUUSD', sec)).said).toContain('✓ the list holds unchanged')
    // A second of the next day: the two days are one chain.
    const next = await script('BTCUSDT', startMs / 1000 + 30)
    expect(next).toEqual({ code: 0, said: expect.stringContaining(`✓ the list of ${secondDay} begins with the last root of ${firstDay}`) })
    // The key: remembered at first use, told loudly when it is another one, pinned by name or by file.
    const { kid, publicKeyJwk } = await server.get<{ kid: string; publicKeyJwk: object }>('key')
    expect(first.said).toContain(`– first use: ${kid} is remembered`)
    expect(next.said).not.toContain('first use')
    const pin = join(folder, 'key.jwk')
    writeFileSync(pin, JSON.stringify(publicKeyJwk))
    for (const own of [kid, pin]) expect((await script('BTCUSDT', sec, `--key=${own}`)).code).toBe(0)
    const other = `A${kid.slice(1, -1)}${kid[0]}`
    expect(await script('BTCUSDT', sec, `--key=${other}`)).toMatchObject({
      code: 1,
      said: expect.stringContaining('✗ WRONG: the list is signed'),
    })
    writeFileSync(keys, JSON.stringify({ [address]: [other] }))
    expect(await script('BTCUSDT', sec)).toMatchObject({
      code: 1,
      said: expect.stringContaining(`!!! THE KEY OF ${address} CHANGED. New: ${kid}.`),
    })
    expect(await script('BTCUSDT', sec)).toMatchObject({ code: 1 })
    expect(await script('BTCUSDT', sec, '--accept-new-key')).toMatchObject({ code: 0, said: expect.stringContaining('Accepted.') })
    expect(await script('BTCUSDT', sec)).toEqual({ code: 0, said: expect.not.stringContaining('CHANGED') })
    for (const bad of ['1.5', '-1', '1e9', ' ', '9'.repeat(12)]) expect(await script('BTCUSDT', bad)).toMatchObject({ code: 1 })
    const written = readFileSync(heads, 'utf8')
    writeFileSync(heads, written.replaceAll(/"root": "./g, '"root": "x'))
    expect(await script('XAUUSD', sec)).toEqual({ code: 1, said: 'an answer that cannot be read: the root\n' })
    const flipped = (root: string) => `${root.startsWith('0') ? '1' : '0'}${root.slice(1)}`
    writeFileSync(heads, written.replaceAll(/(?<="root": ")[0-9a-f]+/g, flipped))
    expect(await script('XAUUSD', sec)).toMatchObject({ code: 1, said: expect.stringContaining('✗ WRONG: the list holds unchanged') })
    expect(await script('XAUUSD', 5)).toEqual({ code: 1, said: 'proof: Not found\n' })
    rmSync(folder, { recursive: true })
  })

  it('a day is proved whole and computed again from its seed by the script, also without a connection', async () => {
    const port = await listening()
    const folder = mkdtempSync(join(tmpdir(), 'fairlead-day-'))
    for (const name of ['record', 'day', 'sim']) copyFileSync(`public/verify-${name}.mjs`, join(folder, `verify-${name}.mjs`))
    const run = (...told: string[]) =>
      runFile(process.execPath, [join(folder, 'verify-record.mjs'), `http://127.0.0.1:${port}`, ...told], { maxBuffer: 2 ** 26 }).then(
        ({ stdout }) => ({ code: 0, said: stdout }),
        (failed: { code: number; stdout: string; stderr: string }) => ({ code: failed.code, said: failed.stdout + failed.stderr }),
      )
    const stored = join(folder, 'stored')
    const online = await run(firstDay, '--save', stored)
    expect(online).toEqual({
      code: 0,
      said: expect.stringMatching(/✓ follows from the day's seed \(sim2\): 60 seconds × 5\d markets and other numbers, 1,\d{3} numbers\n/),
    })
    expect(online.said).toContain('✓ BTCUSDT has a price in each of the 60 seconds of the day since its first record\n')
    expect(online.said).not.toContain('not computed again here')
    expect(online.said).toMatch(/✓ all 2\d{3} lines of 2026-11-20 make up the signed list of 2\d{3}/)
    expect(await run(secondDay)).toEqual({
      code: 0,
      said: expect.stringContaining(`– the seed of ${secondDay} is published after the day`),
    })
    const offline = () => run(firstDay, '--from', stored)
    expect(await offline()).toEqual({ ...online, said: online.said.replace(/^– first use.*\n/, '') })
    // One price of all that were stored is another one: it is named, and the one after it does not follow either.
    const sec = startMs / 1000 + 30
    const file = readdirSync(stored)
      .map((name) => join(stored, name))
      .find((file) => /ticks_\d+_\d+/.test(file) && readFileSync(file, 'utf8').includes(`|BTCUSDT|${sec}|`))!
    const honest = readFileSync(file, 'utf8')
    const line = new RegExp(`v1\\|BTCUSDT\\|${sec}\\|(\\d+\\.\\d{10})`)
    const [, price = ''] = line.exec(honest)!
    const forged = `${price.slice(0, -1)}${(Number(price.at(-1)) + 1) % 10}`
    writeFileSync(file, honest.replace(line, `v1|BTCUSDT|${sec}|${forged}`))
    const wrong = await offline()
    expect(wrong.code).toBe(1)
    expect(wrong.said).toContain(`✗ WRONG: BTCUSDT, second ${sec}: published ${forged}, computed ${price}\n`)
    expect(wrong.said).toContain(`✗ WRONG: BTCUSDT, second ${sec + 1}: published`)
    expect(wrong.said).toContain('✗ WRONG: all')
    expect(wrong.said).not.toContain('✓ follows')
    writeFileSync(file, honest)
    // So is a funding rate.
    const rate = /(v1\|FUND:BTCUSDT\|\d+\|-?\d+\.\d{9})(\d)/
    const ofRate = readdirSync(stored)
      .map((name) => join(stored, name))
      .find((file) => /ticks_\d+_\d+/.test(file) && rate.test(readFileSync(file, 'utf8')))!
    const paid = readFileSync(ofRate, 'utf8')
    writeFileSync(
      ofRate,
      paid.replace(rate, (_, most: string, last: string) => `${most}${(Number(last) + 1) % 10}`),
    )
    expect(await offline()).toMatchObject({ code: 1, said: expect.stringContaining('✗ WRONG: FUND:BTCUSDT, second') })
    writeFileSync(ofRate, paid)
    // Another seed, another rule.
    const seedFile = join(stored, `simSeed_${firstDay}.json`)
    const published = readFileSync(seedFile, 'utf8')
    writeFileSync(
      seedFile,
      published.replace(/(?<="seed":")[0-9a-f]{8}/, (digits) => (digits === '00000000' ? '11111111' : '00000000')),
    )
    expect(await offline()).toMatchObject({
      code: 1,
      said: expect.stringContaining(`✗ WRONG: the seed of ${firstDay} is not the one that was promised`),
    })
    writeFileSync(seedFile, published.replace('"rule":"sim2"', '"rule":"sim1"'))
    expect(await offline()).toMatchObject({
      code: 1,
      said: expect.stringMatching(/✗ WRONG: BTCUSDT, second \d+: published[^]+and 1,\d{3} more/),
    })
    // One price alone says so too.
    const outcome = await run('BTCUSDT', String(sec))
    expect(outcome).toEqual({
      code: 0,
      said: expect.stringContaining(`✓ it follows from the day's seed and the record of second ${sec - 1}\n`),
    })
    expect(await run('BTCUSDT', String(startMs / 1000 + 100))).toEqual({
      code: 0,
      said: expect.stringContaining('can be checked once that is published'),
    })
    rmSync(folder, { recursive: true })
  })

  it('a second contract is computed again from its saved receipt by the script alone', async () => {
    const port = await listening()
    const folder = mkdtempSync(join(tmpdir(), 'fairlead-receipt-'))
    const [openSec, closeSec] = [startMs / 1000 + 100, startMs / 1000 + 160]
    const priceOf = async (sec: number) => asDecimal(parsePriceRecordLeaf((await server.asks.proof('BTCUSDT', sec)).leaf)!.price)
    const [open, close] = [await priceOf(openSec), await priceOf(closeSec)]
    const order = { type: 1, money: asDecimal('100'), odds: asDecimal('0.80') }
    const { result, payout } = computeSecondContractOutcome(order, { sec: openSec, price: open }, { sec: closeSec, price: close })
    const receipt = (paid: string) => ({
      formula: 'second',
      inputs: Object.entries({ ...order, symbol: 'BTCUSDT', acceptedMs: openSec * 1000 - 700, seconds: 60 }).map(([name, value]) => ({
        name,
        value: String(value),
      })),
      priceRecords: [
        { use: 'open', symbol: 'BTCUSDT', sec: openSec, price: open },
        { use: 'close', symbol: 'BTCUSDT', sec: closeSec, price: close },
      ],
      figures: [
        { name: 'outcome', value: String(result) },
        { name: 'payout', value: paid },
      ],
    })
    const run = (file: object) => {
      writeFileSync(join(folder, 'receipt.json'), JSON.stringify(file))
      const told = [
        'public/verify-record.mjs',
        `http://127.0.0.1:${port}`,
        join(folder, 'receipt.json'),
        '--keys',
        join(folder, 'keys.json'),
      ]
      return runFile(process.execPath, told).then(
        ({ stdout }) => ({ code: 0, said: stdout }),
        (failed: { code: number; stdout: string; stderr: string }) => ({ code: failed.code, said: failed.stdout + failed.stderr }),
      )
    }
    const good = await run(receipt(payout))
    expect(good).toEqual({ code: 0, said: expect.stringContaining(`✓ result ${result === 1 ? 'win' : 'lose'}, paid ${payout} USDT`) })
    expect(good.said.match(/✓ the list is signed/g)).toHaveLength(2)
    expect(await run(receipt('77.00000000'))).toMatchObject({ code: 1, said: expect.stringContaining('✗ WRONG: result') })
    // A record that the receipt leaves out, or calls missing, is looked for all the same.
    const silent = { ...receipt('100.00000000'), figures: [{ name: 'outcome', value: '4' }] }
    for (const priceRecords of [[], receipt(payout).priceRecords.map((priceRecord) => ({ ...priceRecord, price: null }))])
      expect(await run({ ...silent, priceRecords })).toMatchObject({ code: 1, said: expect.stringContaining('✗ WRONG: result') })
    expect(await run({ formula: 'spot' })).toMatchObject({ code: 1, said: expect.stringContaining('not the receipt of a second contract') })
    rmSync(folder, { recursive: true })
  })

  it('a proof that was checked once is checked again without a connection', async () => {
    const { witness, shelf } = client(server.asks)
    const sec = startMs / 1000 + 90
    await witness.check('ETHUSDT', sec)
    const unreachable = () => Promise.reject(new ApiError(0, 'NETWORK', ''))
    const offline = client({ keys: unreachable, head: unreachable, proof: unreachable, consistency: unreachable }, shelf)
    const { ticks, isStored: isKept } = await offline.witness.check('ETHUSDT', sec)
    expect([isKept, ticks]).toEqual([true, { record: true, list: true, signature: true }])
    await expect(offline.witness.check('ETHUSDT', sec + 1)).rejects.toMatchObject({ key: 'NETWORK' })
    const name = `proof:ETHUSDT:${sec}`
    const kept = shelf.kept.get(name) as { proof: PriceRecordProof }
    shelf.kept.set(name, { ...kept, proof: { ...kept.proof, leaf: kept.proof.leaf.replace(/\d\|SIM/, '0|SIM').replace(/\.\d/, '.0') } })
    expect((await offline.witness.check('ETHUSDT', sec)).ticks.list).toBe(false)
  })
})

describe('an altered history', () => {
  const clock = createManualClock(startMs + 3_600_000)
  let db: Database
  let market: StartableMarketDataService
  let server: Awaited<ReturnType<typeof serve>>
  const feed = createManualFeed(symbolSeeds, 'SIM')
  const from = Math.floor(clock.now() / 1000)
  let signer: PriceRecordSigner
  const run = async (seconds: number) => {
    for (let at = 0; at < seconds; at++) {
      feed.put({ BTCUSDT: `${90_000 + at}.5`, ETHUSDT: '3000' })
      clock.advance(1000)
      await market.step()
    }
    await signer.step()
  }
  beforeEach(async () => {
    await server?.end()
    await market?.stop()
    await db?.close()
    clock.set(from * 1000)
    db = await testDatabase()
    market = createMarketDataService({
      db,
      clock,
      config: { marketFeed: { kind: 'sim' } },
      byHand: true,
      feed: createManualFeed(symbolSeeds, 'SIM'),
    })
    await market.stop()
    market = createMarketDataService({ db, clock, config: { marketFeed: { kind: 'sim' } }, byHand: true, feed })
    server = await serve(db, clock, market)
    signer = server.signer
    await market.start()
    await run(200)
  })
  afterAll(async () => {
    await server?.end()
    await market?.stop()
    await db?.close()
  })

  /** Whoever owns the database can do this; the point is that it shows. */
  const alter = async (): Promise<void> => {
    await db.query('alter table price_record disable trigger price_record_immutable')
    const [row] = await db.query<{ prices: Buffer }>("select prices from price_record where feed = 'hand' and sec = $1", [from + 30])
    const forged = Buffer.from(row!.prices)
    forged[2]! ^= 4
    await db.query("update price_record set prices = $2 where feed = 'hand' and sec = $1", [from + 30, forged])
    await db.query('alter table price_record enable trigger price_record_immutable')
  }

  it('is not signed by a server that finds the blocks do not fit, and its proofs fail', async () => {
    const { witness, found } = client(server.asks)
    expect((await witness.check('BTCUSDT', from + 30)).ticks).toEqual({ record: true, list: true, signature: true })
    await alter()
    await server.end()
    server = await serve(db, clock, market)
    signer = server.signer
    await expect(run(70)).rejects.toThrow('the price record changed')
    const again = client(server.asks)
    expect((await again.witness.check('BTCUSDT', from + 30)).ticks.list).toBe(false)
    expect(again.found[0]).toMatchObject({ reason: 'list' })
    expect(found).toEqual([])
  })

  it('is detected by a client that holds the old head, when the whole tree was rebuilt', async () => {
    const { witness, found } = client(server.asks)
    await witness.watch()
    expect(found).toEqual([])
    // Stopped first: whoever stops signs once more what it holds in memory.
    await server.end()
    await alter()
    await db.query('delete from fair_block')
    await db.query('delete from fair_head')
    server = await serve(db, clock, market)
    signer = server.signer
    await run(130)
    // For a newcomer everything fits …
    const newcomer = client(server.asks)
    expect((await newcomer.witness.check('BTCUSDT', from + 30)).ticks).toEqual({ record: true, list: true, signature: true })
    expect(newcomer.found).toEqual([])
    // … but not for whoever was here before.
    const old = client(server.asks, memoryShelfOf(await seenBy(witness)))
    expect((await old.witness.check('BTCUSDT', from + 30)).ticks.signature).toBe(false)
    expect(old.found[0]).toMatchObject({ reason: 'history' })
  })

  it('is detected when leaves were cut off and when the keys were exchanged', async () => {
    const { witness, shelf } = client(server.asks)
    await run(70)
    await witness.watch()
    const seen = (await witness.newestSeen())!
    await db.query('delete from fair_head where tree_size = $1', [seen.treeSize])
    const cut = client(server.asks, shelf)
    await cut.witness.watch()
    expect(cut.found[0]).toMatchObject({ reason: 'shrunk' })
    await db.query('delete from fair_key')
    await run(70)
    const rekeyed = client(server.asks, shelf)
    await rekeyed.witness.watch()
    expect(rekeyed.found.map(({ reason }) => reason)).toContain('keys')
  })

  const seenBy = async (witness: ReturnType<typeof client>['witness']): Promise<SignedPriceRecordHead> => (await witness.newestSeen())!
  const memoryShelfOf = (head: SignedPriceRecordHead) => {
    const shelf = memoryShelf()
    shelf.kept.set(`head:${head.day}`, head)
    return shelf
  }
})
