import type { FeedMode } from '#contract/states.ts'

/** A symbol's price in a stored second. */
export interface StoredPrice {
  price: bigint
  mode: FeedMode
}

/** The prices alone of what was stored. */
export const extractStoredPrices = (stored: ReadonlyMap<string, StoredPrice>): Map<string, bigint> =>
  new Map([...stored].map(([symbol, { price }]) => [symbol, price]))

const modes: readonly FeedMode[] = ['LIVE', 'DERIVED', 'SIM', 'CLOSED']
const version = 1

/**
 * One second of all symbols: version, then per symbol its number in the seed (one byte) and price × 4 + mode as a base-128
 * number, lowest digits first. About 270 bytes for 34 symbols.
 */
export function packPriceRecord(numbers: ReadonlyMap<string, number>, prices: ReadonlyMap<string, StoredPrice>): Buffer {
  const bytes = [version]
  for (const [symbol, { price, mode }] of prices) {
    const number = numbers.get(symbol)!
    if (number > 255) throw new Error(`${symbol}: a price record holds at most 256 symbols`)
    bytes.push(number)
    let rest = (price << 2n) | BigInt(modes.indexOf(mode))
    while (rest > 0x7fn) {
      bytes.push(Number(rest & 0x7fn) | 0x80)
      rest >>= 7n
    }
    bytes.push(Number(rest))
  }
  return Buffer.from(bytes)
}

/** The inverse of `packPriceRecord`. Numbers that no symbol has any more are left out. */
export function unpackPriceRecord(symbols: readonly string[], bytes: Uint8Array): Map<string, StoredPrice> {
  if (bytes[0] !== version) throw new Error(`price record of unknown version ${bytes[0]}`)
  const prices = new Map<string, StoredPrice>()
  for (let at = 1; at < bytes.length; ) {
    const symbol = symbols[bytes[at++]!]
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++]!
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) break
    }
    if (symbol !== undefined) prices.set(symbol, { price: value >> 2n, mode: modes[Number(value & 3n)]! })
  }
  return prices
}

/** One symbol's price, by its number in the seed, without reading the others' digits; undefined when it is not in the record. */
export function unpackSymbolPrice(number: number, bytes: Uint8Array): StoredPrice | undefined {
  if (bytes[0] !== version) throw new Error(`price record of unknown version ${bytes[0]}`)
  for (let at = 1; at < bytes.length; ) {
    const isRequested = bytes[at++] === number
    const from = at
    while (bytes[at]! >= 0x80) at++
    at++
    if (!isRequested) continue
    let value = 0n
    for (let place = at - 1; place >= from; place--) value = (value << 7n) | BigInt(bytes[place]! & 0x7f)
    return { price: value >> 2n, mode: modes[Number(value & 3n)]! }
  }
  return undefined
}
