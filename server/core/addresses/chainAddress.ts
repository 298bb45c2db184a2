import { createHash } from 'node:crypto'
import { base58, base58xrp, bech32, createBase58check } from '@scure/base'
import { Address, NETWORK } from '@scure/btc-signer'
import { concatBytes, getAddress, isAddress } from 'viem'
import { sha256 } from 'viem/utils'
import type { AddressFamily } from '#db/seed/networks.ts'
import { decodeBitcoinCashAddress, encodeBitcoinCashAddress } from './cashAddress.ts'
import { decodeTonAddress, encodeTonAddress } from './tonAddress.ts'

const digest = (bytes: Uint8Array): Uint8Array => sha256(bytes, 'bytes')
export const base58check = createBase58check(digest)
/** The four bytes that the XRP Ledger puts behind an address, whose letters have an order of their own there. */
const checksumXrp = (bytes: Uint8Array): Uint8Array => digest(digest(bytes)).subarray(0, 4)
/** First byte of every TRON address. */
export const tronAddressVersionByte = 0x41

/** How Litecoin and Dogecoin spell addresses; Dogecoin has no segregated witness, its pattern takes none. */
export const litecoinAddressFormat = { bech32: 'ltc', pubKeyHash: 0x30, scriptHash: 0x32, wif: 0xb0 }
export const dogecoinAddressFormat = { bech32: 'doge', pubKeyHash: 0x1e, scriptHash: 0x16, wif: 0x9e }

/** The shape of an address, as far as a pattern can say it; `isValidChainAddress` looks at its checksum too. */
export const addressPatternsByFamily: Record<AddressFamily, string> = {
  evm: '^0x[0-9a-fA-F]{40}$',
  btc: '^(bc1[02-9ac-hj-np-z]{11,71}|[13][1-9A-HJ-NP-Za-km-z]{25,34})$',
  tron: '^T[1-9A-HJ-NP-Za-km-z]{33}$',
  // Not the old 3…: it is spelt as an address of Bitcoin is.
  ltc: '^(ltc1[02-9ac-hj-np-z]{11,71}|[LM][1-9A-HJ-NP-Za-km-z]{25,33})$',
  doge: '^[DA9][1-9A-HJ-NP-Za-km-z]{25,33}$',
  // Not the old 1… and 3…: they are spelt as addresses of Bitcoin are.
  bch: '^(bitcoincash:)?([qp][02-9ac-hj-np-z]{41}|p[02-9ac-hj-np-z]{60})$',
  solana: '^[1-9A-HJ-NP-Za-km-z]{32,44}$',
  // Shelley's, with or without a stake key.
  cardano: '^addr1([02-9ac-hj-np-z]{53}|[02-9ac-hj-np-z]{98})$',
  polkadot: '^1[1-9A-HJ-NP-Za-km-z]{44,47}$',
  ton: '^[EU][Qf][A-Za-z0-9_+/-]{46}$',
  xrp: '^r[1-9A-HJ-NP-Za-km-z]{24,34}$',
  cosmos: '^cosmos1([02-9ac-hj-np-z]{38}|[02-9ac-hj-np-z]{58})$',
}

const canRead = (read: () => unknown): boolean => {
  try {
    return read() !== undefined
  } catch {
    return false
  }
}

/** Throws unless it is so. */
function must(isSo: boolean): true {
  if (!isSo) throw new Error('not of this chain')
  return true
}

const ss58Mark = new TextEncoder().encode('SS58PRE')
const ss58Checksum = (bytes: Uint8Array): Uint8Array =>
  createHash('blake2b512')
    .update(concatBytes([ss58Mark, bytes]))
    .digest()
    .subarray(0, 2)
/** Polkadot's number in the registry of SS58. */
const polkadotPrefix = 0

/** Of the main network: a payment address, 0 to 3 with a stake key or script, 6 and 7 without. */
function readCardano(address: string): boolean {
  const { prefix, words } = bech32.decode(address as `${string}1${string}`, false)
  const bytes = bech32.fromWords(words)
  const [header = 0] = bytes
  const length = { 0: 57, 1: 57, 2: 57, 3: 57, 6: 29, 7: 29 }[header >> 4]
  return must(prefix === 'addr' && (header & 15) === 1 && bytes.length === length)
}

function readCosmos(address: string): boolean {
  const { prefix, words } = bech32.decode(address as `${string}1${string}`)
  return must(prefix === 'cosmos' && [20, 32].includes(bech32.fromWords(words).length))
}

function readPolkadot(address: string): boolean {
  const bytes = base58.decode(address)
  const checksum = ss58Checksum(bytes.subarray(0, 33))
  return must(bytes.length === 35 && bytes[0] === polkadotPrefix && checksum.every((byte, at) => byte === bytes[33 + at]))
}

function readXrp(address: string): boolean {
  const bytes = base58xrp.decode(address)
  const isRight = checksumXrp(bytes.subarray(0, 21)).every((byte, at) => byte === bytes[21 + at])
  return must(bytes.length === 25 && bytes[0] === 0 && isRight)
}

function readTron(address: string): boolean {
  const bytes = base58check.decode(address)
  return must(bytes.length === 21 && bytes[0] === tronAddressVersionByte)
}

const checks: Record<AddressFamily, (address: string) => unknown> = {
  // All small or all large letters carry no checksum (EIP-55) and are taken; mixed ones must fit.
  evm: (address) => must(isAddress(address, { strict: address !== address.toLowerCase() && !/^0x[0-9A-F]{40}$/.test(address) })),
  btc: (address) => Address(NETWORK).decode(address),
  tron: readTron,
  ltc: (address) => Address(litecoinAddressFormat).decode(address),
  doge: (address) => Address(dogecoinAddressFormat).decode(address),
  bch: decodeBitcoinCashAddress,
  solana: (address) => must(base58.decode(address).length === 32),
  cardano: readCardano,
  polkadot: readPolkadot,
  ton: decodeTonAddress,
  xrp: readXrp,
  cosmos: readCosmos,
}

/** Whether this is an address of the family: shape and checksum. */
export const isValidChainAddress = (family: AddressFamily, address: string): boolean =>
  new RegExp(addressPatternsByFamily[family]).test(address) && canRead(() => checks[family](address))

const spellings: Partial<Record<AddressFamily, (address: string) => string>> = {
  evm: (address) => getAddress(address.toLowerCase()),
  bch: (address) => encodeBitcoinCashAddress(decodeBitcoinCashAddress(address)),
  ton: (address) => address.replaceAll('+', '-').replaceAll('/', '_'),
}

/** The one spelling under which an address is kept and compared. */
export const canonicalChainAddress = (family: AddressFamily, address: string): string => spellings[family]?.(address) ?? address

/** Every spelling that leads to the same account: on TON one with and one without return. */
export function equivalentAddressSpellings(family: AddressFamily, address: string): string[] {
  if (family !== 'ton') return [address]
  const { account, workchain } = decodeTonAddress(address)
  return [true, false].map((isBounceable) => encodeTonAddress(account, workchain, isBounceable))
}

/** An address of 32 bytes that stand for a key, as its chain spells one. On three of the chains only some of the bytes are used. */
export const nonXpubAddressEncoders: Record<'solana' | 'cardano' | 'polkadot' | 'ton' | 'xrp' | 'cosmos', (key: Uint8Array) => string> = {
  solana: (key) => base58.encode(key),
  cardano: (key) => bech32.encode('addr', bech32.toWords(concatBytes([Uint8Array.of(0x61), key.subarray(0, 28)])), false),
  polkadot: (key) => {
    const bytes = concatBytes([Uint8Array.of(polkadotPrefix), key])
    return base58.encode(concatBytes([bytes, ss58Checksum(bytes)]))
  },
  // Without return: nobody has used the account before, and a transfer to such a one would come back.
  ton: (key) => encodeTonAddress(key, 0, false),
  xrp: (key) => {
    const bytes = concatBytes([Uint8Array.of(0), key.subarray(0, 20)])
    return base58xrp.encode(concatBytes([bytes, checksumXrp(bytes)]))
  },
  cosmos: (key) => bech32.encode('cosmos', bech32.toWords(key.subarray(0, 20))),
}
