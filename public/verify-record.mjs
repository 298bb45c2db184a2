// Proves one price of Fairlead's record. Needs Node 20 or newer and nothing else.
//   node verify-record.mjs <address> <SYMBOL> <second> [heads.json]
//   node verify-record.mjs <address> <receipt.json of a second contract>      (with verify-second.mjs beside it)
// heads.json keeps the signed heads that were seen, so that the next run notices a record that was changed.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
const [address, symbol, second, keptIn] = process.argv.slice(2)
process.on('uncaughtException', ({ message }) => (console.error(message), process.exit(1)))
const receipt = symbol?.endsWith('.json') ? JSON.parse(readFileSync(symbol, 'utf8')) : undefined
if (!second && !receipt) throw new Error('node verify-record.mjs <address> <SYMBOL> <second> [heads.json]')
const bytesOf = (text) => new TextEncoder().encode(text)
const fromHex = (hex) => Uint8Array.from(Buffer.from(hex, 'hex'))
const toHex = (bytes) => Buffer.from(bytes).toString('hex')
const sha256 = async (...parts) => new Uint8Array(await crypto.subtle.digest('SHA-256', Buffer.concat(parts.map((part) => Buffer.from(part)))))
const node = (left, right) => sha256([1], left, right)
const half = (value) => Math.floor(value / 2)
async function ask(name, query = {}) {
  const reply = await fetch(new URL(`/api/public/fair/${name}?${new URLSearchParams(query)}`, address))
  const { code, message, result } = await reply.json()
  if (code !== 200) throw Object.assign(new Error(`${name}: ${message}`), { code })
  return result
}
/** RFC 9162, 2.1.3.2. */
async function rootOf(leaf, index, size, path) {
  let [hash, at, last] = [await sha256([0], bytesOf(leaf)), index, size - 1]
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
async function isConsistent(earlier, later) {
  if (earlier.treeSize > later.treeSize) return isConsistent(later, earlier)
  if (earlier.treeSize === later.treeSize) return earlier.root === later.root
  const { path } = await ask('consistency', { day: earlier.day, from: earlier.treeSize, to: later.treeSize })
  const isPower = Number.isInteger(Math.log2(earlier.treeSize))
  const [first, ...others] = (isPower ? [earlier.root, ...path] : path).map(fromHex)
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
const say = (isGood, words) => {
  console.log(`${isGood ? '✓' : '✗ WRONG:'} ${words}`)
  if (!isGood) process.exitCode = 1
}
const { previous, ...newest } = await ask('key')
async function prove(symbol, second) {
  const { leaf, leafIndex, treeSize, path, head } = await ask('proof', { symbol, sec: second })
  const { publicKeyJwk: jwk } = [newest, ...previous].find((key) => key.kid === head.kid) ?? {}
  const key = jwk && (await crypto.subtle.importKey('jwk', jwk, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify']))
  const text = bytesOf(`px-sth-v1|${head.day}|${head.treeSize}|${head.root}|${head.ms}`)
  say(leaf.startsWith(`v1|${symbol}|${second}|`), `the record says ${leaf}`)
  say(treeSize === head.treeSize && (await rootOf(leaf, leafIndex, treeSize, path)) === head.root, `it is number ${leafIndex} of ${treeSize} in the list of ${head.day}`)
  say(key && (await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, Buffer.from(head.sig, 'base64'), text)), `the list is signed with ${head.kid}`)
  const heads = keptIn && existsSync(keptIn) ? JSON.parse(readFileSync(keptIn, 'utf8')) : {}
  const seen = heads[head.day]
  if (seen) say(await isConsistent(seen, head), `the list holds unchanged what was seen at ${new Date(seen.ms).toISOString()}`)
  if (keptIn && !process.exitCode && !(seen?.treeSize > head.treeSize)) writeFileSync(keptIn, JSON.stringify({ ...heads, [head.day]: head }, null, 1))
  return leaf.split('|')[3]
}
if (receipt) {
  const { decidingRecords, differences, orderOf, secondOutcome } = await import('./verify-second.mjs')
  const order = orderOf(receipt)
  const records = await decidingRecords(receipt, (sec) => prove(order.symbol, sec))
  const outcome = secondOutcome(order, records)
  say(differences(receipt, outcome).length === 0, `result ${['', 'win', 'lose', 'tie', 'void'][outcome.outcome]}, paid ${outcome.payout} USDT for a stake of ${order.money}`)
} else await prove(symbol, second)
