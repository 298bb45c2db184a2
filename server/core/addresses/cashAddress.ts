const letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const prefix = 'bitcoincash'
const generators = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n]
const checksumLetters = 8

/** Kinds of receivers that a version byte names: 0 the hash of a key, 1 of a script. */
export interface BitcoinCashAddressParts {
  kind: 0 | 1
  hash: Uint8Array
}

/** The checksum of CashAddr: a BCH code over five-bit values, 40 bits wide. 0 for a whole address that is right. */
function polymod(values: readonly number[]): bigint {
  let sum = 1n
  for (const value of values) {
    const top = sum >> 35n
    sum = ((sum & 0x07ffffffffn) << 5n) ^ BigInt(value)
    for (const [bit, generator] of generators.entries()) if ((top >> BigInt(bit)) & 1n) sum ^= generator
  }
  return sum ^ 1n
}

const prefixValues = [...prefix].map((letter) => letter.charCodeAt(0) & 31)

/** Regroups bits; what is left over at the end is filled with zeros, or must be zeros shorter than a group. */
function regroup(values: Iterable<number>, from: number, to: number, fill: boolean): number[] {
  const groups: number[] = []
  let [held, bits] = [0, 0]
  for (const value of values) {
    held = ((held << from) | value) & 0xfff
    bits += from
    while (bits >= to) {
      bits -= to
      groups.push((held >> bits) & ((1 << to) - 1))
    }
  }
  const rest = (held << (to - bits)) & ((1 << to) - 1)
  if (fill && bits > 0) groups.push(rest)
  else if (!fill && (bits >= from || rest !== 0)) throw new Error('not of this chain')
  return groups
}

/** The address with its prefix, in small letters. */
export function encodeBitcoinCashAddress({ kind, hash }: BitcoinCashAddressParts): string {
  const version = (kind << 3) | (hash.length === 32 ? 3 : 0)
  const values = regroup([version, ...hash], 8, 5, true)
  const sum = polymod([...prefixValues, 0, ...values, ...Array.from({ length: checksumLetters }, () => 0)])
  const checksum = Array.from({ length: checksumLetters }, (_, at) => Number((sum >> BigInt(5 * (checksumLetters - 1 - at))) & 31n))
  return `${prefix}:${[...values, ...checksum].map((value) => letters[value]).join('')}`
}

/** Reads an address of Bitcoin Cash with or without its prefix, of 20 or 32 bytes; throws for what is none. */
export function decodeBitcoinCashAddress(address: string): BitcoinCashAddressParts {
  const values = [...address.replace(`${prefix}:`, '')].map((letter) => letters.indexOf(letter))
  if (values.includes(-1) || polymod([...prefixValues, 0, ...values]) !== 0n) throw new Error('not of this chain')
  const [version = 0xff, ...hash] = regroup(values.slice(0, -checksumLetters), 5, 8, false)
  const kind = version >> 3
  const length = { 0: 20, 3: 32 }[version & 7]
  if ((kind !== 0 && kind !== 1) || hash.length !== length) throw new Error('not of this chain')
  return { kind, hash: Uint8Array.from(hash) }
}
