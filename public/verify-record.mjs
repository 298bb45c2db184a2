// Proves one price of Fairlead's record. Needs Node 20 or newer and nothing else; /verify.html runs the same lines in a browser.
//   node verify-record.mjs <address> <SYMBOL> <second> [heads.json]
//   node verify-record.mjs <address> <receipt.json of a second contract> [heads.json]      (with verify-second.mjs beside it)
//   node verify-record.mjs <address> <YYYY-MM-DD> [heads.json]      every line of a day   (with verify-day.mjs beside it)
// With verify-sim.mjs beside it, simulated prices are also computed again from the seed of their day.
// heads.json keeps the signed heads that were seen: the next run notices a record that was changed, and that each day begins with the
// last root of the day before.
//   --key=<thumbprint or JWK file>   trusts this key alone (may be repeated)
//   --keys=<file>                    where the keys of the first use are remembered: verify-record.keys.json beside this script, unless told
//   --accept-new-key                 remembers the keys as they are now
//   --save=<folder>                  stores every answer there; --from=<folder> reads them again, without a connection
// Ends with 0 only when everything that was checked is right.

// 1. What is read at all. Numbers are whole, hashes are 64 digits, texts have one form: nothing can be said in two ways.
const is = (pattern) => (value) => typeof value === 'string' && pattern.test(value)
const isCount = (value) => Number.isSafeInteger(value) && value >= 0
const isHash = is(/^[0-9a-f]{64}$/)
const isDay = is(/^\d{4}-\d{2}-\d{2}(@[^|]{1,180})?$/)
const isThumbprint = is(/^[\w-]{43}$/)
export const isDate = is(/^\d{4}-\d{2}-\d{2}$/)
const isSignature = is(/^[A-Za-z0-9+/]{85}[AQgw]==$/)
export const isSymbol = is(/^([A-Z]{1,10}:)?[A-Z0-9_-]{1,20}$/)
export const isSecond = is(/^\d{1,11}$/)
const recordLine = /^v1\|([^|]+)\|(\d{1,11})\|(-?\d{1,20}\.\d{10})\|[A-Z]{1,10}\|(\d{1,3})\|([ -{}~]+)$/
const linkLine = /^prev\|([^|]+)\|([1-9]\d{0,15})\|([0-9a-f]{64})$/
const must = (isGood, what) => {
  if (!isGood) throw new Error(`an answer that cannot be read: ${what}`)
}

function readHead(head) {
  const { day, treeSize, root, ms, sig, kid } = head ?? {}
  must(isDay(day), 'the day')
  must(isCount(treeSize) && treeSize > 0, 'the number of lines')
  must(isHash(root), 'the root')
  must(isCount(ms), 'the time')
  must(isSignature(sig), 'the signature')
  must(isThumbprint(kid), 'the name of the key')
  return { day, treeSize, root, ms, sig, kid }
}
const isPath = (path) => Array.isArray(path) && path.length <= 64 && path.every(isHash)
function readProof(reply) {
  const { leaf, leafIndex, treeSize, path } = reply ?? {}
  const head = readHead(reply?.head)
  must(typeof leaf === 'string', 'the line')
  must(treeSize === head.treeSize, 'the number of lines')
  must(isCount(leafIndex) && leafIndex < treeSize, 'the place')
  must(isPath(path), 'the path')
  return { leaf, leafIndex, treeSize, path, head }
}
/** The price that a line says, only when it is exactly the line of that market and second. */
function priceIn(line, symbol, second) {
  const [, ofSymbol, sec, price, count, sources] = recordLine.exec(line) ?? []
  const isWhole = count === '0' ? sources === '-' : Number(count) === sources?.split(',').length
  return ofSymbol === symbol && sec === String(second) && isWhole ? price : undefined
}
/** Days are those of UTC+8. */
const dayOf = (second) => new Date((Number(second) + 28_800) * 1000).toISOString().slice(0, 10)

// 2. The arithmetic: SHA-256, the tree of RFC 6962, ES256.
const bytesOf = (text) => new TextEncoder().encode(text)
const fromHex = (hex) => Uint8Array.from(hex.match(/../g), (pair) => Number.parseInt(pair, 16))
const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const sha256 = async (...parts) => new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.from(parts.flatMap((part) => [...part]))))
const node = (left, right) => sha256([1], left, right)
const half = (value) => Math.floor(value / 2)

/** RFC 9162, 2.1.3.2. */
async function rootOf({ leaf, leafIndex, treeSize, path }) {
  let [hash, at, last] = [await sha256([0], bytesOf(leaf)), leafIndex, treeSize - 1]
  for (const other of path.map(fromHex)) {
    if (last === 0) return undefined
    if (at % 2 === 1 || at === last) {
      hash = await node(other, hash)
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)]
    } else hash = await node(hash, other)
    ;[at, last] = [half(at), half(last)]
  }
  return last === 0 ? toHex(hash) : undefined
}
/** RFC 9162, 2.1.4.2: whether the later list begins with the earlier one. */
async function isConsistent(earlier, later, path) {
  const isPower = Number.isInteger(Math.log2(earlier.treeSize))
  const [first, ...others] = (isPower ? [earlier.root, ...path] : path).map(fromHex)
  if (!first) return false
  let [before, after, at, last] = [first, first, earlier.treeSize - 1, later.treeSize - 1]
  while (at % 2 === 1) [at, last] = [half(at), half(last)]
  for (const other of others) {
    if (last === 0) return false
    if (at % 2 === 1 || at === last) {
      ;[before, after] = [await node(other, before), await node(other, after)]
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)]
    } else after = await node(after, other)
    ;[at, last] = [half(at), half(last)]
  }
  return last === 0 && toHex(before) === earlier.root && toHex(after) === later.root
}
/** RFC 7638: the name of a key is the hash of the key. */
export async function thumbprintOf({ crv, kty, x, y }) {
  const hash = await sha256(bytesOf(`{"crv":"${crv}","kty":"${kty}","x":"${x}","y":"${y}"}`))
  return btoa(String.fromCharCode(...hash)).replaceAll('+', '-').replaceAll('/', '_').replace('=', '')
}
async function isSigned({ day, treeSize, root, ms, sig }, { crv, kty, x, y }) {
  const key = await crypto.subtle.importKey('jwk', { crv, kty, x, y }, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify'])
  const signature = Uint8Array.from(atob(sig), (letter) => letter.charCodeAt(0))
  return crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, signature, bytesOf(`px-sth-v1|${day}|${treeSize}|${root}|${ms}`))
}
/** Every key that ever signed, by its thumbprint. */
async function readKeys(reply) {
  must(Array.isArray(reply?.previous), 'the keys')
  const keys = new Map()
  for (const { kid, publicKeyJwk: jwk } of [reply, ...reply.previous]) {
    must(jwk?.kty === 'EC' && jwk.crv === 'P-256' && isThumbprint(jwk.x) && isThumbprint(jwk.y), 'a key')
    must(kid === (await thumbprintOf(jwk)), 'a key whose name is not its thumbprint')
    keys.set(kid, jwk)
  }
  return keys
}

// 3. The checks.
const monthMs = 30 * 86_400_000
/**
 * `ask(call, query)` gives the result of a public call, and rejects with code 404 for what there is not. `say(what, isGood, told)` hears every
 * check; of what cannot be checked `isGood` is undefined. `seen` is what earlier runs remembered, `keys` (thumbprints) and `heads` (by day,
 * with the first line of each day, the root that it was found to follow and the commitment to its seed); `pinned` are thumbprints that are trusted instead, `pinnedKeys` their keys where
 * known; `checkSimulated` and `checkCommitment` of verify-sim.mjs, when they are there. The result's `prove` gives a price, or undefined when anything is wrong; `remember` what
 * the next run should be given.
 */
export function verifier({ ask, say, seen = {}, pinned = [], pinnedKeys = new Map(), acceptsNewKey = false, checkSimulated, checkCommitment }) {
  const heads = {}
  for (const [day, head] of Object.entries(seen.heads ?? {})) {
    must(head?.day === day, 'what was remembered')
    heads[day] = { ...readHead(head), first: head.first, agreed: head.agreed, commit: head.commit }
  }
  let trusted = seen.keys ?? []
  let keys
  let isAllGood = true
  let isQuiet = false
  const tell = (what, isGood, told) => {
    if (isGood === false) isAllGood = false
    if (isGood === false || !isQuiet) say(what, isGood, told)
    return isGood
  }

  /** Once: which keys there are, and which of them are trusted. */
  async function meetKeys() {
    if (keys) return
    keys = new Map([...(await readKeys(await ask('key'))), ...pinnedKeys])
    const published = [...keys.keys()]
    if (pinned.length > 0) trusted = pinned
    else if (trusted.length === 0) tell('firstKey', undefined, { keys: (trusted = published) })
    else {
      const [added, gone] = [published.filter((kid) => !trusted.includes(kid)), trusted.filter((kid) => !keys.has(kid))]
      if (added.length + gone.length > 0) tell('newKey', acceptsNewKey ? undefined : false, { added, gone })
      if (acceptsNewKey) trusted = published
    }
  }

  const none = (error) => {
    if (error.code !== 404) throw error
  }
  /** Whether two lists of one day, one of them perhaps longer, begin alike; undefined where the lines are no longer kept. */
  async function agree(one, other) {
    const [earlier, later] = one.treeSize <= other.treeSize ? [one, other] : [other, one]
    if (earlier.treeSize === later.treeSize) return earlier.root === later.root
    const reply = await ask('consistency', { day: earlier.day, from: earlier.treeSize, to: later.treeSize }).catch(none)
    if (!reply) return Date.parse(earlier.day.slice(0, 10)) < Date.now() - monthMs ? undefined : false
    must(isPath(reply.path), 'the path')
    return isConsistent(earlier, later, reply.path)
  }

  /** A head is signed by a trusted key and continues what was seen of its day. */
  async function meet(head) {
    const isTheirs = trusted.includes(head.kid) && keys.has(head.kid) && (await isSigned(head, keys.get(head.kid)))
    const known = heads[head.day]
    const isOld = known ? await agree(known, head) : undefined
    if (!known || known.treeSize < head.treeSize) heads[head.day] = { ...head, first: known?.first, agreed: known?.agreed, commit: known?.commit }
    return { isTheirs, known, isOld }
  }

  /** The first line of a day; undefined of a day that began without one. */
  async function firstOf(day) {
    const noon = Date.parse(`${day.slice(0, 10)}T04:00:00Z`) / 1000
    const reply = await ask('proof', { symbol: 'PREV', sec: noon }).catch(none)
    if (!reply) return undefined
    const proof = readProof(reply)
    const isFirst = proof.head.day === day && proof.leafIndex === 0 && (await rootOf(proof)) === proof.head.root
    const { isTheirs, isOld } = await meet(proof.head)
    must(isFirst && isTheirs && isOld !== false, `the first line of ${day}`)
    return proof.leaf
  }
  const linkOf = (line, day) => {
    const [, before, treeSize, root] = linkLine.exec(line) ?? []
    const link = { day: before, treeSize: Number(treeSize), root }
    must(isDay(before) && isCount(link.treeSize) && before < day && before.slice(10) === day.slice(10), `the first line of ${day}`)
    return link
  }

  /** Every day that was seen, newest first, begins with the last root of the day before, also over days that were not seen. */
  async function checkDays(replay) {
    const days = () => Object.keys(heads).filter((day) => day.slice(10) === replay).sort().reverse()
    for (const day of days()) heads[day].first ??= await firstOf(day)
    for (let at = 0; at < days().length - 1; at++) {
      const [day, ...earlier] = days().slice(at)
      const { first } = heads[day]
      if (first === undefined) {
        // The first days had none. What began once does not end.
        tell('days', earlier.some((one) => heads[one].first) ? false : undefined, { day })
        continue
      }
      const link = linkOf(first, day)
      if (!heads[link.day] && link.day > earlier[0]) {
        const head = readHead(await ask('head', { day: link.day }))
        must(head.day === link.day && (await meet(head)).isTheirs, `the head of ${link.day}`)
        heads[link.day].first = await firstOf(link.day)
      }
      const known = heads[link.day]
      const before = days()[at + 1]
      const isNext = before === link.day && known.treeSize <= link.treeSize
      const isGood = isNext && (heads[day].agreed === known.root || (await agree(known, link)))
      if (isGood) heads[day].agreed = known.root
      tell('days', isGood, { day, before })
    }
  }

  /** What is published of a day's seed, with the commitment that was seen first. */
  async function seedOf(day) {
    const { commit, seed, rule } = await ask('simSeed', { day })
    must([commit, seed].every((one) => one === null || isHash(one)) && [null, 'sim1', 'sim2'].includes(rule), `the seed of ${day}`)
    const head = heads[day]
    if (head && commit !== null) head.commit ??= commit
    return { commit: head?.commit ?? commit, seed, rule }
  }

  /** Says whether a head is signed, and agrees with what was seen. */
  async function hold(head, told) {
    const { isTheirs, known, isOld } = await meet(head)
    tell('signature', isTheirs, told)
    if (known) tell('unchanged', isOld, known)
    await checkDays(head.day.slice(10))
  }

  /** The line of a market and second; undefined when anything is wrong. */
  async function proveLine(symbol, second) {
    must(isSymbol(symbol) && isSecond(String(second)), 'the market or the second')
    await meetKeys()
    const proof = readProof(await ask('proof', { symbol, sec: second }))
    const { leaf, head } = proof
    const price = priceIn(leaf, symbol, second)
    tell('record', price !== undefined && head.day.slice(0, 10) === dayOf(second), proof)
    tell('list', (await rootOf(proof)) === head.root, proof)
    await hold(head, proof)
    return isAllGood ? leaf : undefined
  }
  /** Says nothing but what is wrong. */
  async function proveQuietly(symbol, second) {
    const before = isQuiet
    isQuiet = true
    try {
      return await proveLine(symbol, second)
    } finally {
      isQuiet = before
    }
  }

  const lines = (symbol, from, to) => ask('ticks', { symbol, from, to })
  /** Whether a proved line is what the seed of its day makes of the one before. */
  async function follows(line, second) {
    const verdict = await checkSimulated(line, { day: seedOf, lines, prove: proveQuietly })
    const isGood = { follows: true, differs: false, wrongSeed: false }[verdict.state]
    if (verdict.state !== 'notSimulated') tell('follows', isGood, { line, ...verdict })
    if (isGood !== undefined) await committed(second)
  }
  const isRecorded = async (day) => (await ask('head', { day }).catch(none)) !== undefined
  const toldDays = new Set()
  /** Once a day: whether the record of two days before committed to the seed of a second's day. */
  async function committed(second) {
    const day = dayOf(second)
    if (!checkCommitment || toldDays.has(day)) return
    toldDays.add(day)
    const before = dayOf(Number(second) - 2 * 86_400)
    const found = await checkCommitment(Number(second), { day: seedOf, lines, prove: proveQuietly, isRecorded }).catch((error) => {
      // Lines go after a month, two days before those that they are asked for.
      if (error.code === undefined || Date.parse(before) > Date.now() - monthMs + 2 * 86_400_000) throw error
      return { state: 'none', day, before }
    })
    if (found) tell('committed', { stood: true, differs: false, missing: false }[found.state], found)
  }

  return {
    async prove(symbol, second) {
      const line = await proveLine(symbol, second)
      if (line && checkSimulated) await follows(line, second)
      return isAllGood && line ? priceIn(line, symbol, second) : undefined
    },
    /** For verify-day.mjs: the same checks, one by one. */
    tell,
    seedOf,
    proveQuietly,
    committed,
    async proveHead(day) {
      await meetKeys()
      const head = readHead(await ask('head', { day }))
      must(head.day === day, `the head of ${day}`)
      await hold(head, { head })
      return { head, first: heads[day].first }
    },
    remember: () => ({ keys: trusted, heads }),
  }
}

// 4. The command.
const followsWords = ({ line, state, beforeSec, computed, day, atSec }) =>
  ({
    follows: beforeSec ? `it follows from the day's seed and the record of second ${beforeSec}` : "it follows from the day's seed; it is the market's first",
    differs: `it does not follow from the day's seed: computed ${computed}, published ${line?.split('|')[3]}`,
    wrongSeed: `the seed of ${day} is not the one that was promised`,
    notRevealed: `whether it follows from the seed of ${day} can be checked once that is published, after the day, from ${new Date((atSec ?? 0) * 1000).toISOString()}`,
    noRecordBefore: 'the record before it was not found, so that it cannot be computed again',
  })[state]
const committedWords = ({ state, day, before, sec }) =>
  ({
    stood: `the seed of ${day} and its rule are those of the commitment in the signed record of ${new Date((sec ?? 0) * 1000).toISOString()}`,
    differs: `the seed of ${day} or its rule is not the one that the signed record of ${new Date((sec ?? 0) * 1000).toISOString()} committed to`,
    missing: `simulated prices were recorded on ${before}, and no commitment to the seed of ${day} beside them`,
    none: `nothing simulated was recorded on ${before} that the commitment to the seed of ${day} could stand beside, or it is no longer kept`,
  })[state]
async function main() {
  const [{ existsSync, mkdirSync, readFileSync, writeFileSync }, { parseArgs }, { fileURLToPath }] = await Promise.all([import('node:fs'), import('node:util'), import('node:url')])
  const text = { type: 'string' }
  const options = { key: { ...text, multiple: true }, keys: text, save: text, from: text, 'accept-new-key': { type: 'boolean' } }
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [address, asked, ...others] = positionals
  const read = (file) => (file && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined)
  const receipt = asked?.endsWith('.json') ? JSON.parse(readFileSync(asked, 'utf8')) : undefined
  const [second, headsFile] = receipt || isDate(asked) ? [undefined, others[0]] : others
  if (!receipt && !isDate(asked) && !(isSymbol(asked) && isSecond(second))) throw new Error('node verify-record.mjs <address> <SYMBOL> <second> [heads.json], or <YYYY-MM-DD> instead of market and second')
  const origin = new URL(address).origin
  const keysFile = values.keys ?? fileURLToPath(new URL('verify-record.keys.json', import.meta.url))

  const pinnedKeys = new Map()
  const pinned = []
  for (const told of values.key ?? []) {
    const jwk = isThumbprint(told) && !existsSync(told) ? undefined : JSON.parse(readFileSync(told, 'utf8'))
    pinned.push(jwk ? await thumbprintOf(jwk) : told)
    if (jwk) pinnedKeys.set(pinned.at(-1), jwk)
  }

  const words = {
    firstKey: ({ keys }) => `first use: ${keys.join(', ')} ${keys.length > 1 ? 'are' : 'is'} remembered in ${keysFile}. Compare with what others see, or pin with --key.`,
    newKey: ({ added, gone }) => `THE KEY OF ${origin} CHANGED. New: ${added.join(', ') || 'none'}. Gone: ${gone.join(', ') || 'none'}. ${values['accept-new-key'] ? 'Accepted.' : 'Ask why before you accept it with --accept-new-key.'}`,
    record: ({ leaf }) => `the record says ${leaf}`,
    list: ({ leafIndex, treeSize, head }) => `it is number ${leafIndex} of ${treeSize} in the list of ${head.day}`,
    signature: ({ head }) => `the list is signed with ${head.kid}`,
    unchanged: ({ ms }) => `the list holds unchanged what was seen at ${new Date(ms).toISOString()}`,
    days: ({ day, before }) => (before ? `the list of ${day} begins with the last root of ${before}` : `the list of ${day} does not name the day before`),
    follows: (told) => followsWords(told),
    committed: (told) => committedWords(told),
    whole: ({ count, head }) => `all ${count} lines of ${head.day} make up the signed list of ${head.treeSize}`,
    wrongPrice: ({ symbol, sec, published, computed }) => `${symbol}, second ${sec}: published ${published}, computed ${computed}`,
    summary: ({ text }) => text,
  }
  const say = (what, isGood, told) => {
    console.log(`${isGood ? '✓' : isGood === undefined ? '–' : '✗ WRONG:'} ${words[what](told)}`)
    if (what === 'newKey') console.error(`!!! ${words.newKey(told)}`)
    if (isGood === false) process.exitCode = 1
  }
  const nameIn = (folder, call, query) => `${folder}/${[call, ...Object.values(query)].join('_').replace(/[^\w.-]/g, '+')}.json`
  const fetched = async (call, query) => {
    for (;;) {
      const reply = await fetch(new URL(`/api/public/fair/${call}?${new URLSearchParams(query)}`, address), { signal: AbortSignal.timeout(20_000) })
      const answer = await reply.json()
      if (answer.code === 429) await new Promise((resolve) => setTimeout(resolve, 5_000))
      else {
        if (values.save) writeFileSync(nameIn(values.save, call, query), JSON.stringify(answer))
        return answer
      }
    }
  }
  const ask = async (call, query = {}) => {
    const { code, message, result } = values.from ? JSON.parse(readFileSync(nameIn(values.from, call, query), 'utf8')) : await fetched(call, query)
    if (code !== 200) throw Object.assign(new Error(`${call}: ${message}`), { code })
    return result
  }
  const known = read(keysFile) ?? {}
  const seen = { keys: known[origin], heads: read(headsFile) }
  const beside = (file) => existsSync(fileURLToPath(new URL(file, import.meta.url)))
  const { checkSimulated, checkCommitment } = beside('verify-sim.mjs') ? await import('./verify-sim.mjs') : {}
  const checks = verifier({ ask, say, seen, pinned, pinnedKeys, acceptsNewKey: values['accept-new-key'], checkSimulated, checkCommitment })
  const { prove, remember } = checks
  if (values.save) mkdirSync(values.save, { recursive: true })
  if (receipt) {
    const { decidingRecords, differences, orderOf, secondOutcome } = await import('./verify-second.mjs')
    const order = orderOf(receipt)
    const records = await decidingRecords(receipt, (sec) => prove(order.symbol, sec))
    const outcome = secondOutcome(order, records)
    const isSame = differences(receipt, outcome).length === 0
    console.log(`${isSame ? '✓' : '✗ WRONG:'} result ${['', 'win', 'lose', 'tie', 'void'][outcome.outcome]}, paid ${outcome.payout} USDT for a stake of ${order.money}`)
    if (!isSame) process.exitCode = 1
  } else if (isDate(asked)) await (await import('./verify-day.mjs')).verifyDay(asked, { ask, ...checks })
  else await prove(asked, second)
  if (process.exitCode) return
  const { keys, heads } = remember()
  if (pinned.length === 0) writeFileSync(keysFile, JSON.stringify({ ...known, [origin]: keys }, null, 1))
  if (headsFile) writeFileSync(headsFile, JSON.stringify(heads, null, 1))
}

const script = globalThis.process?.argv?.[1]
if (script && import.meta.url.startsWith('file:')) {
  const [{ realpathSync }, { fileURLToPath }] = await Promise.all([import('node:fs'), import('node:url')])
  if (realpathSync(script) === fileURLToPath(import.meta.url))
    await main().catch(({ message }) => {
      console.error(message)
      process.exitCode = 1
    })
}
