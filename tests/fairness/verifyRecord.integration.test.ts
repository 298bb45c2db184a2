import { generateKeyPairSync, hash, type KeyObject, sign } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import type { PriceRecordProof, SignedPriceRecordHead } from '#contract/calls/fairness.ts'
import { priceRecordHeadSigningText, priceRecordLeafText, dayLinkLeafText } from '#rules/leaf.ts'
import { merkleConsistencyRanges, type MerkleLeafRange, merklePathRanges } from '#rules/merkle.ts'
import { hashPriceRecordLeaf, merkleRootOf } from '#server/fairness/hash.ts'
import { type Random, createRandom } from '../ledger/random.ts'

// What the script that anyone can download (public/verify-record.mjs) refuses: every answer that was tampered with, whoever signed it.

const file = 'public/verify-record.mjs'

interface Key {
  kid: string
  publicKeyJwk: { kty: string; crv: string; x: string; y: string }
}
interface Seen {
  keys?: string[]
  heads?: Record<string, SignedPriceRecordHead & { first?: string }>
}
type Ask = (call: string, query?: Record<string, string | number>) => Promise<unknown>
interface Script {
  verifier(parts: { ask: Ask; say(what: string, isGood?: boolean): void; seen?: Seen; pinned?: string[]; acceptsNewKey?: boolean }): {
    prove(symbol: string, second: number): Promise<string | undefined>
    remember(): Seen
  }
}
const load = (path: string) => import(/* @vite-ignore */ pathToFileURL(path).href) as Promise<Script>

function makeKey(): Key & { secret: KeyObject } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const kid = hash('sha256', `{"crv":"P-256","kty":"EC","x":"${x}","y":"${y}"}`, 'base64url')
  return { kid, publicKeyJwk: { kty: 'EC', crv: 'P-256', x, y }, secret: privateKey }
}
const own = makeKey()
const former = makeKey()
const foreign = makeKey()
const published = ({ kid, publicKeyJwk }: Key): Key => ({ kid, publicKeyJwk })

const days = ['2026-11-20', '2026-11-21', '2026-11-23'] as const
const [dayOne, dayTwo, dayThree] = days
const markets = ['BTCUSDT', 'ETHUSDT', 'XAUUSD']
const firstSec = (day: string) => Date.parse(`${day}T00:00:00+08:00`) / 1000
const lineOf = (symbol: string, sec: number) =>
  symbol === 'XAUUSD'
    ? priceRecordLeafText({ symbol, sec, price: '4050.0000000000', mode: 'LIVE', sources: [`a=${sec % 97}.01`, 'b=4049.99', 'c=4050.00'] })
    : priceRecordLeafText({ symbol, sec, price: `${(sec % 1000) + 9000}.1234567890`, mode: 'SIM', sources: [] })
const priceLines = (day: string, seconds: number) =>
  Array.from({ length: seconds }, (_, at) => markets.map((symbol) => lineOf(symbol, firstSec(day) + at))).flat()

/** The lists of three days; each begins with the last root before it unless told otherwise. A server that lies signs its lists all the same. */
class Published {
  readonly lists = new Map<string, string[]>()
  readonly sizes = new Map<string, number>()
  keys: Key[] = [published(own), published(former)]
  signer = own

  constructor(change: (day: string, lines: string[]) => string[] = (_, lines) => lines) {
    let before: string | undefined
    for (const [at, day] of days.entries()) {
      const first = before ? [dayLinkLeafText(this.rootAt(before))] : []
      const lines = change(day, [...first, ...priceLines(day, 13 + 3 * at)])
      this.lists.set(day, lines)
      this.sizes.set(day, lines.length)
      before = day
    }
  }
  rootAt(day: string, treeSize = this.sizes.get(day)!) {
    return { day, treeSize, root: merkleRootOf(this.lists.get(day)!.slice(0, treeSize).map(hashPriceRecordLeaf)).toString('hex') }
  }
  head(day: string, signer = this.signer): SignedPriceRecordHead {
    const head = { ...this.rootAt(day), ms: (firstSec(day) + 43_200) * 1000 }
    const sig = sign('sha256', Buffer.from(priceRecordHeadSigningText(head)), { key: signer.secret, dsaEncoding: 'ieee-p1363' }).toString(
      'base64',
    )
    return { ...head, ms: head.ms as SignedPriceRecordHead['ms'], sig, kid: signer.kid }
  }
  private over(day: string, ranges: readonly MerkleLeafRange[]) {
    const hashes = this.lists.get(day)!.map(hashPriceRecordLeaf)
    return ranges.map(({ start, end }) => merkleRootOf(hashes.slice(start, end)).toString('hex'))
  }
  proofAt(day: string, leafIndex: number): PriceRecordProof {
    const treeSize = this.sizes.get(day)!
    return {
      leaf: this.lists.get(day)![leafIndex]!,
      leafIndex,
      treeSize,
      path: this.over(day, merklePathRanges(leafIndex, treeSize)),
      head: this.head(day),
    }
  }
  readonly ask: Ask = async (call, query = {}) => {
    const missing = Object.assign(new Error('Not found'), { code: 404 })
    const day = days.find((day) => day === query.day || (Number(query.sec) >= firstSec(day) && Number(query.sec) < firstSec(day) + 86_400))
    if (call === 'key') return { ...this.keys[0], previous: this.keys.slice(1) }
    if (!day) throw missing
    if (call === 'head') return this.head(day)
    if (call === 'consistency') return { day, path: this.over(day, merkleConsistencyRanges(Number(query.from), Number(query.to))) }
    const isAsked = (text: string) =>
      query.symbol === 'PREV' ? text.startsWith('prev|') : text.startsWith(`v1|${query.symbol}|${query.sec}|`)
    const at = this.lists.get(day)!.findIndex(isAsked)
    if (at < 0) throw missing
    return this.proofAt(day, at)
  }
}

const honest = new Published()
/** Somebody looked at half of the second day, and at half of the third. */
const half = new Published()
half.sizes.set(dayTwo, 20)
half.sizes.set(dayThree, 17)

interface Lie {
  name: string
  /** Alters an answer in place. */
  answer?(random: Random, proof: PriceRecordProof): unknown
  /** What the server holds and signs. */
  record?: Published
  /** Where nothing but a pinned key is between. */
  isPinned?: boolean
}
const upTo = (random: Random, limit: number): number => Number(random.upTo(BigInt(limit)))
const digit = (random: Random, text: string, fitting = /[0-9a-f]/): string => {
  const places = [...text].flatMap((letter, at) => (fitting.test(letter) ? [at] : []))
  const at = places.length > 0 ? random.oneOf(places) : 0
  return text.slice(0, at) + random.oneOf([...'0123456789'].filter((other) => other !== text[at])) + text.slice(at + 1)
}
const set = (target: object, changes: object) => Object.assign(target, changes)
const pathWith = (proof: PriceRecordProof, random: Random, change: (hex: string) => string) => {
  const at = upTo(random, proof.path.length - 1)
  set(proof, { path: proof.path.with(at, change(proof.path[at]!)) })
}
const signedBy = (key: ReturnType<typeof makeKey>, keys: Key[]): Published => {
  const record = new Published()
  record.keys = keys
  record.signer = key
  return record
}
const changed = (change: (day: string, lines: string[]) => string[]) => new Published(change)
const onThird = (change: (lines: string[]) => string[]) => changed((day, lines) => (day === dayThree ? change(lines) : lines))
const linked = (link: Partial<{ day: string; treeSize: number; root: string }>) =>
  onThird((lines) => [dayLinkLeafText({ ...honest.rootAt(dayTwo), ...link }), ...lines.slice(1)])

const lies: Lie[] = [
  { name: 'a digit of the line', answer: (random, proof) => set(proof, { leaf: digit(random, proof.leaf, /\d/) }) },
  { name: 'a line made longer', answer: (random, proof) => set(proof, { leaf: `${proof.leaf}${random.oneOf([' ', '0', ',d=1', '|'])}` }) },
  { name: 'the line of another market', answer: (random, proof) => set(proof, honest.proofAt(proof.head.day, nextTo(proof, random, 1))) },
  { name: 'the line of another second', answer: (random, proof) => set(proof, honest.proofAt(proof.head.day, nextTo(proof, random, 3))) },
  {
    name: 'a fractional place',
    answer: (random, proof) => set(proof, { leafIndex: proof.leafIndex + random.oneOf([0.5, 0.25, 0.1, 0.9, 1e-9]) }),
  },
  { name: 'a negative place', answer: (random, proof) => set(proof, { leafIndex: -1 - upTo(random, 99) }) },
  {
    name: 'a huge place',
    answer: (random, proof) =>
      set(proof, { leafIndex: proof.leafIndex + random.oneOf([proof.treeSize, 64, 2 ** 31, 2 ** 53, Number.MAX_VALUE]) }),
  },
  { name: 'the place beside', answer: (random, proof) => set(proof, { leafIndex: nextTo(proof, random, 1) }) },
  {
    name: 'a place that is no number',
    answer: (random, proof) =>
      set(proof, { leafIndex: random.oneOf([String(proof.leafIndex), null, [proof.leafIndex], true, Number.NaN]) }),
  },
  {
    name: 'another number of lines',
    answer: (random, proof) => set(proof, { treeSize: proof.treeSize + random.oneOf([1, 2, -1, 3, 0.5]) }),
  },
  { name: 'another number of lines under the root', answer: (random, proof) => more(proof, random.oneOf([1, -1, 7, 0.5, 2 ** 40])) },
  { name: 'a digit of the path', answer: (random, proof) => pathWith(proof, random, (hex) => digit(random, hex)) },
  { name: 'capital letters in the path', answer: (random, proof) => pathWith(proof, random, (hex) => hex.toUpperCase()) },
  {
    name: 'more than a hash in the path',
    answer: (random, proof) => pathWith(proof, random, (hex) => hex + random.oneOf(['zz', '0', '00', ' '])),
  },
  { name: 'less than a hash in the path', answer: (random, proof) => pathWith(proof, random, (hex) => hex.slice(0, upTo(random, 63))) },
  { name: 'a path cut short', answer: (random, proof) => set(proof, { path: proof.path.slice(0, upTo(random, proof.path.length - 1)) }) },
  {
    name: 'a path with one twice',
    answer: (random, proof) => set(proof, { path: proof.path.toSpliced(upTo(random, proof.path.length), 0, random.oneOf(proof.path)) }),
  },
  { name: 'a path turned round', answer: (_, proof) => set(proof, { path: proof.path.toReversed() }) },
  { name: 'no path', answer: (random, proof) => set(proof, { path: random.oneOf([[], null, '', {}, 'ab']) }) },
  { name: 'a digit of the root', answer: (random, proof) => set(proof.head, { root: digit(random, proof.head.root) }) },
  { name: 'another time', answer: (random, proof) => set(proof.head, { ms: proof.head.ms + random.oneOf([1, -1, 0.5, 86_400_000]) }) },
  { name: 'a time in words', answer: (_, proof) => set(proof.head, { ms: String(proof.head.ms) }) },
  {
    name: 'another day',
    answer: (random, proof) =>
      set(proof.head, { day: random.oneOf(['2026-11-19', '2026-11-22', '2026-11-2', 'x', `${proof.head.day}@a`]) }),
  },
  { name: 'another signature', answer: (random, proof) => set(proof.head, { sig: digit(random, proof.head.sig, /\d/) }) },
  {
    name: 'a signature written otherwise',
    answer: (_, proof) =>
      set(proof.head, { sig: proof.head.sig.replace(/.==$/, (end) => `${{ A: 'B', Q: 'R', g: 'h', w: 'x' }[end[0]!]}==`) }),
  },
  { name: 'no signature', answer: (random, proof) => set(proof.head, { sig: random.oneOf(['', null, 'AA==', proof.head.sig.slice(4)]) }) },
  { name: 'the name of the other key', answer: (_, proof) => set(proof.head, { kid: former.kid }) },
  { name: 'the name of no key', answer: (random, proof) => set(proof.head, { kid: digit(random, proof.head.kid, /\d/) }) },
  {
    name: 'another key under the name',
    record: signedBy({ ...foreign, kid: own.kid }, [{ ...published(foreign), kid: own.kid }, published(former)]),
  },
  {
    name: 'two keys with their names exchanged',
    record: signedBy({ ...former, kid: own.kid }, [
      { ...published(former), kid: own.kid },
      { ...published(own), kid: former.kid },
    ]),
  },
  { name: 'a new key', record: signedBy(foreign, [published(foreign)]) },
  { name: 'a new key that only stands there', record: signedBy(own, [published(own), published(former), published(foreign)]) },
  { name: 'a key that is gone', record: signedBy(own, [published(own)]) },
  { name: 'a key that is not the pinned one', record: signedBy(former, [published(own), published(former)]), isPinned: true },
  {
    name: 'a line that was changed since',
    record: changed((_, lines) => lines.map((text) => text.replace(/(v1\|BTCUSDT\|\d+[02]\|)\d/, '$13'))),
  },
  { name: 'a line that stands twice', record: onThird((lines) => [lines[0]!, lines[1]!, ...lines.slice(1)]) },
  { name: 'a line that was taken out', record: onThird((lines) => lines.toSpliced(4, 1)) },
  { name: 'lines in another order', record: onThird((lines) => [lines[0]!, lines[2]!, lines[1]!, ...lines.slice(3)]) },
  { name: 'sources that are not counted', record: onThird((lines) => lines.map((text) => text.replace('|LIVE|3|', '|LIVE|2|'))) },
  { name: 'another root of the day before', record: linked({ root: honest.rootAt(dayOne).root }) },
  { name: 'another length of the day before', record: linked({ treeSize: honest.sizes.get(dayTwo)! - 1 }) },
  { name: 'the day before left out', record: linked({ ...honest.rootAt(dayOne) }) },
  { name: 'a later day before', record: linked({ day: '2026-11-24' }) },
  { name: 'the day itself before', record: linked({ day: dayThree }) },
  { name: 'no day before', record: onThird((lines) => lines.slice(1)) },
  { name: 'the day before in the second line', record: onThird((lines) => [lines[1]!, lines[0]!, ...lines.slice(2)]) },
  {
    name: 'a line in the list of another day',
    record: onThird((lines) => [...lines, lineOf('BTCUSDT', firstSec(dayTwo) + 30)]),
  },
]
/** Another place in the same list. */
const nextTo = ({ leafIndex, treeSize }: PriceRecordProof, random: Random, by: number) =>
  leafIndex + by < treeSize && upTo(random, 1) === 0 ? leafIndex + by : leafIndex - by > 0 ? leafIndex - by : leafIndex + by
const more = (proof: PriceRecordProof, by: number) => {
  set(proof, { treeSize: proof.treeSize + by })
  set(proof.head, { treeSize: proof.head.treeSize + by })
}
const isOfOtherDay = ({ name }: Lie) => name === 'a line in the list of another day'

/** What somebody remembers who was here before: half of the second and of the third day. */
async function memoryOf({ verifier }: Script, day = dayThree): Promise<Seen> {
  const check = verifier({ ask: half.ask, say: () => {} })
  for (const seen of [dayTwo, day]) await check.prove('BTCUSDT', firstSec(seen) + 2)
  return structuredClone(check.remember())
}

async function isRefused({ verifier }: Script, lie: Lie, random: Random, memory: Seen): Promise<boolean> {
  // Whoever saw nothing of the third day cannot know that its lines are others now; what the list itself says wrongly shows all the same.
  const isSeenBefore = !lie.record || /since|twice|taken|order/.test(lie.name)
  const { [dayThree]: _, ...earlier } = memory.heads!
  const seen: Seen = structuredClone(isSeenBefore ? memory : { ...memory, heads: earlier })
  const symbol = /sources/.test(lie.name) ? 'XAUUSD' : random.oneOf(markets)
  const second = isOfOtherDay(lie) ? firstSec(dayTwo) + 30 : firstSec(dayThree) + 5 + upTo(random, 8)
  const record = lie.record ?? honest
  let isTold = lie.record !== undefined
  const ask: Ask = async (call, query) => {
    if (isOfOtherDay(lie) && call === 'proof' && query?.symbol === 'BTCUSDT')
      return record.proofAt(dayThree, record.sizes.get(dayThree)! - 1)
    const answer = structuredClone(await record.ask(call, query))
    if (!lie.answer || call !== 'proof' || query?.symbol === 'PREV') return answer
    const before = JSON.stringify(answer)
    lie.answer(random, answer as PriceRecordProof)
    isTold = JSON.stringify(answer) !== before
    return answer
  }
  const { prove } = verifier({ ask, say: () => {}, seen: lie.isPinned ? {} : seen, pinned: lie.isPinned ? [own.kid] : [] })
  const price = await prove(isOfOtherDay(lie) ? 'BTCUSDT' : symbol, second).catch((error: Error) => {
    // Refused in words, not by a fault of its own.
    if (!/^an answer that cannot be read|^Not found/.test(error.message)) throw error
    return undefined
  })
  return price === undefined || !isTold
}

it('accepts every line of every day, for somebody new, somebody who was here, and with a pinned key', async () => {
  const script = await load(file)
  const memory = await memoryOf(script)
  expect(Object.keys(memory.heads!)).toEqual([dayTwo, dayThree])
  for (const parts of [{}, { seen: memory }, { pinned: [own.kid] }]) {
    const said: [string, boolean | undefined][] = []
    const { prove, remember } = script.verifier({
      ask: honest.ask,
      say: (what, isGood) => void said.push([what, isGood]),
      ...structuredClone(parts),
    })
    for (const [at, day] of days.entries())
      for (let more = 0; more < 13 + 3 * at; more++) {
        const sec = firstSec(day) + more
        for (const symbol of markets) expect(await prove(symbol, sec)).toBe(lineOf(symbol, sec).split('|')[3])
      }
    expect(said.filter(([, isGood]) => isGood === false)).toEqual([])
    expect(said.filter(([what, isGood]) => what === 'days' && isGood).length).toBeGreaterThan(30)
    expect(
      Object.entries(remember().heads!)
        .map(([day, { first }]) => [day, first])
        .toSorted(),
    ).toEqual(days.map((day) => [day, day === dayOne ? undefined : honest.lists.get(day)![0]]))
  }
})

it('follows days that were not seen, one by one', async () => {
  const { verifier } = await load(file)
  const check = verifier({ ask: honest.ask, say: () => {} })
  await check.prove('BTCUSDT', firstSec(dayOne) + 1)
  const said: unknown[] = []
  const later = verifier({ ask: honest.ask, say: (what, isGood) => void (what === 'days' && said.push(isGood)), seen: check.remember() })
  expect(await later.prove('BTCUSDT', firstSec(dayThree) + 1)).toBeDefined()
  expect(said).toEqual([true, true])
  const other = changed((day, lines) =>
    day === dayTwo ? [dayLinkLeafText({ ...honest.rootAt(dayOne), root: 'ab'.repeat(32) }), ...lines.slice(1)] : lines,
  )
  const cheated = verifier({ ask: other.ask, say: () => {}, seen: check.remember() })
  expect(await cheated.prove('BTCUSDT', firstSec(dayThree) + 1)).toBeUndefined()
})

it('refuses every one of 2,000 answers that were tampered with', async () => {
  const script = await load(file)
  const memory = await memoryOf(script)
  const accepted: string[] = []
  let tried = 0
  const random = createRandom(20_261_124)
  for (let round = 0; tried < 2_000; round++)
    for (const lie of lies) {
      tried++
      if (!(await isRefused(script, lie, random, memory))) accepted.push(`${lie.name}, round ${round}`)
    }
  expect(accepted).toEqual([])
})

// Each check alone holds something up: without it at least one of the lies is believed.
const checks: [string, string, string][] = [
  ['whole places', "must(isCount(leafIndex) && leafIndex < treeSize, 'the place')", ''],
  ['one number of lines', 'must(treeSize === head.treeSize', 'must(true'],
  ['hashes in one form', '/^[0-9a-f]{64}$/)\nconst isDay', '/^[0-9a-f]{64}$/i)\nconst isDay'],
  ['signatures in one form', '{85}[AQgw]==$/', '{86}==$/'],
  ['times that are numbers', "must(isCount(ms), 'the time')", ''],
  ['the market', 'ofSymbol === symbol && ', ''],
  ['the second', 'sec === String(second) && ', ''],
  ['counted sources', ' && isWhole ?', ' ?'],
  ['the day of the second', ' && head.day.slice(0, 10) === dayOf(second)', ''],
  ['the root', "tell('list', (await rootOf(proof)) === head.root, proof)", ''],
  ['the signature', 'keys.has(head.kid) && (await isSigned(head, keys.get(head.kid)))', 'keys.has(head.kid)'],
  ['the trusted key', 'trusted.includes(head.kid) && ', ''],
  ['the thumbprint', 'must(kid === (await thumbprintOf(jwk))', 'must(true'],
  ['new keys', 'if (added.length + gone.length > 0)', 'if (gone.length > 0)'],
  ['keys that are gone', 'if (added.length + gone.length > 0)', 'if (added.length > 0)'],
  ['the list as it was seen', "if (known) tell('unchanged', isOld, known)", ''],
  ['the days', "tell('days', isGood,", "tell('days', true,"],
  ['a day without the one before', '? false : undefined, { day }', '? undefined : undefined, { day }'],
  ['the first line', 'proof.leafIndex === 0 && ', ''],
]
it.each(checks)('believes a lie without its check of %s', async (_, check, without) => {
  const text = readFileSync(file, 'utf8')
  expect(text.split(check)).toHaveLength(2)
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-unchecked-'))
  const path = join(folder, 'verify-record.mjs')
  writeFileSync(path, text.replace(check, without))
  const script = await load(path)
  const memory = await memoryOf(script)
  const random = createRandom(7)
  const believed = new Set<string>()
  for (let round = 0; round < 30 && believed.size === 0; round++)
    for (const lie of lies) if (!(await isRefused(script, lie, random, memory).catch(() => true))) believed.add(lie.name)
  rmSync(folder, { recursive: true })
  expect(believed.size).toBeGreaterThan(0)
})
