import { hash } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { PriceRecordProof, SignedPriceRecordHead } from '#contract/calls/fairness.ts'
import type { Database } from '#db/database.ts'
import { symbolSeeds } from '#db/seed/symbols.ts'
import { createMarketDataService, type StartableMarketDataService } from '#market/createMarket.ts'
import { createManualFeed } from '#market/feeds/manualFeed.ts'
import { createPriceLeafReader } from '#market/record/leaves.ts'
import { priceRecordHeadSigningText, dayLinkLeafText } from '#rules/leaf.ts'
import { merkleRootFromPath } from '#rules/merkle.ts'
import { createManualClock } from '#server/core/clock.ts'
import { hashPriceRecordLeaf, merkleRootOf } from '#server/fairness/hash.ts'
import { getOrCreatePublishedSigningKey } from '#server/core/signingKeys.ts'
import { priceRecordLogOfFeed } from '#server/fairness/log.ts'
import { createPriceRecordProofReader } from '#server/fairness/proofs.ts'
import { type PriceRecordSigner, startPriceRecordSigner } from '#server/fairness/signer.ts'
import { createPriceRecordTreeStore } from '#server/fairness/store.ts'
import { testDatabase } from '../support/testDatabase.ts'
import { testContext } from '../support/wire.ts'

// Each day's first leaf is the last root before it, made once by whichever server opens the day (docs/rules/prices.md).

// Twenty seconds before a UTC+8 midnight.
const startMs = Date.parse('2026-11-20T15:59:40Z')
const day = 86_400_000
const [first, second] = ['2026-11-20', '2026-11-21']
const midnight = Date.parse('2026-11-20T16:00:00Z') / 1000
const log = priceRecordLogOfFeed({ kind: 'sim' }, {} as never)

const clock = createManualClock(startMs)
let db: Database
let market: StartableMarketDataService
let feed: ReturnType<typeof createManualFeed>
const signers: PriceRecordSigner[] = []

const server = (): PriceRecordSigner => {
  const signer = startPriceRecordSigner(testContext(db, clock, {}, market), { tickMs: 3_600_000 })
  signers.push(signer)
  return signer
}
const run = async (seconds: number) => {
  for (let at = 0; at < seconds; at++) {
    feed.put({ BTCUSDT: `${90_000 + (at % 50)}.5`, ETHUSDT: '3000' })
    clock.advance(1000)
    await market.step()
  }
}
const proofs = () => createPriceRecordProofReader(db, market.specs, priceRecordLogOfFeed({ kind: 'sim' }, db))
const links = () => db.query<{ day: string; leaf: string }>('select day, leaf from fair_link order by day')
const sha256 = (bytes: Uint8Array) => Uint8Array.from(hash('sha256', bytes, 'buffer'))
const isProved = async ({ leaf, leafIndex, treeSize, path, head }: PriceRecordProof) =>
  treeSize === head.treeSize && (await merkleRootFromPath(sha256, leaf, leafIndex, treeSize, path)) === head.root
const textsOf = async (fromSec: number, toSec: number) => {
  const { seconds } = await createPriceLeafReader(db, market.specs, priceRecordLogOfFeed({ kind: 'sim' }, db).feeds).seconds(
    fromSec,
    toSec,
    100_000,
  )
  return seconds.flatMap(({ leaves }) => leaves.map(({ text }) => text))
}

beforeEach(async () => {
  clock.set(startMs)
  db = await testDatabase()
  feed = createManualFeed(symbolSeeds, 'SIM')
  market = createMarketDataService({ db, clock, config: { marketFeed: { kind: 'sim' } }, byHand: true, feed })
  await market.start()
  // The log of the market reads every feed that is no replay.
  await run(10)
})
afterEach(async () => {
  for (const signer of signers.splice(0)) await signer.stop().catch(() => undefined)
  await market.stop()
  await db.close()
})

it('names the last root before it, is proved, and moves every record of the day on by one', async () => {
  const signer = server()
  await run(40)
  await signer.step()
  const ended = (await proofs().newestHead(first)) as SignedPriceRecordHead
  const link = await proofs().link(second)
  expect(link).toMatchObject({ leaf: dayLinkLeafText(ended), leafIndex: 0 })
  expect(link.leaf).toBe(`prev|2026-11-20|${ended.treeSize}|${ended.root}`)
  expect(await isProved(link)).toBe(true)
  const leaves = [link.leaf, ...(await textsOf(midnight, midnight + 100))]
  expect(link.head.root).toBe(merkleRootOf(leaves.slice(0, link.treeSize).map(hashPriceRecordLeaf)).toString('hex'))
  for (const sec of [midnight, midnight + 5]) {
    const proof = await proofs().proof('BTCUSDT', sec)
    expect([leaves[proof.leafIndex], await isProved(proof)]).toEqual([proof.leaf, true])
  }
  await expect(proofs().link(first)).rejects.toMatchObject({ refusal: 'notFound' })
  expect(await proofs().ticks('BTCUSDT', midnight, midnight)).toHaveLength(1)
})

it('is the same for a server that starts within the day, before and after whole blocks', async () => {
  await run(20)
  const signer = server()
  await run(40)
  await signer.step()
  for (const seconds of [70, 500]) {
    await run(seconds)
    await server().step()
    await signer.step()
    const { head } = await proofs().link(second)
    expect(head.treeSize).toBeGreaterThan(60)
    expect(await isProved(await proofs().link(second))).toBe(true)
  }
  expect((await proofs().link(second)).treeSize).toBeGreaterThan(1024)
  expect(await links()).toHaveLength(1)
})

it('after days, and after more than a month, without a server it names the last day that there was', async () => {
  const signer = server()
  await run(40)
  await signer.step()
  for (const [days, next] of [
    [4, '2026-11-25'],
    [40, '2027-01-04'],
  ] as const) {
    clock.advance(days * day)
    await run(40)
    await server().step()
    const after = await proofs().link(next)
    const [before] = await db.query<{ day: string }>('select day from fair_head where day < $1 order by day desc limit 1', [next])
    const ended = (await proofs().newestHead(before!.day)) as SignedPriceRecordHead
    expect(after.leaf).toBe(dayLinkLeafText(ended))
    expect(await isProved(after)).toBe(true)
  }
})

it('is made once by servers that open the day together, and by the next after one that died in between', async () => {
  const signer = server()
  await run(12)
  await signer.step()
  const ended = (await proofs().newestHead(first)) as SignedPriceRecordHead
  await run(40)
  // One died when it had made the leaf and nothing else.
  const late = await textsOf(midnight - 60, midnight - 1)
  const root = merkleRootOf(late.map(hashPriceRecordLeaf)).toString('hex')
  await createPriceRecordTreeStore(db, log.name).openDay(second, { ...ended, treeSize: late.length, root })
  await Promise.all([server().step(), server().step(), signer.step()])
  expect(await links()).toEqual([{ day: second, leaf: `prev|${first}|${late.length}|${root}` }])
  expect(await proofs().newestHead(first)).toMatchObject({ treeSize: late.length, root })
  expect(await isProved(await proofs().link(second))).toBe(true)
})

it('a day that was begun without one goes on without', async () => {
  const signer = server()
  await run(12)
  await signer.step()
  await run(40)
  const leaves = await textsOf(midnight, midnight + 100)
  const key = await getOrCreatePublishedSigningKey(db, clock.now())
  const head = {
    day: second,
    treeSize: 3,
    root: merkleRootOf(leaves.slice(0, 3).map(hashPriceRecordLeaf)).toString('hex'),
    ms: clock.now() - 90_000,
  }
  await createPriceRecordTreeStore(db, log.name).addHead({
    ...head,
    ms: head.ms as never,
    kid: key.kid,
    sig: key.sign(priceRecordHeadSigningText(head)),
  })
  await signer.step()
  expect(await links()).toEqual([])
  await expect(proofs().link(second)).rejects.toMatchObject({ refusal: 'notFound' })
  const newest = (await proofs().newestHead(second)) as SignedPriceRecordHead
  expect(newest.root).toBe(merkleRootOf(leaves.slice(0, newest.treeSize).map(hashPriceRecordLeaf)).toString('hex'))
  expect(newest.treeSize).toBeGreaterThan(3)
})

it('stays provable when the records of its day are gone, and cannot be changed', async () => {
  const signer = server()
  await run(40)
  await signer.step()
  clock.advance(day)
  await run(40)
  await signer.step()
  await db.query('drop table price_record_20261121')
  const link = await proofs().link(second)
  expect([await isProved(link), link.head]).toEqual([true, await proofs().newestHead(second)])
  for (const change of ["update fair_link set leaf = 'prev|x'", 'update fair_link set path = null', 'delete from fair_link'])
    await expect(db.query(change)).rejects.toThrow('the price record only grows')
})
