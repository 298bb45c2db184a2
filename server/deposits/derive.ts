import { HDKey } from '@scure/bip32'
import { NETWORK, p2pkh, p2wpkh } from '@scure/btc-signer'
import { bytesToBigInt, bytesToHex, concatBytes, getAddress, keccak256, numberToBytes } from 'viem'
import type { AddressFamily, MemoFamily, ImportedAddressFamily, XpubFamily } from '#db/seed/networks.ts'
import { encodeBitcoinCashAddress } from '../core/addresses/cashAddress.ts'
import {
  nonXpubAddressEncoders,
  base58check,
  dogecoinAddressFormat,
  litecoinAddressFormat,
  tronAddressVersionByte,
} from '../core/addresses/chainAddress.ts'

/** The field of secp256k1 (SEC 2). */
const prime = 2n ** 256n - 2n ** 32n - 977n

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  for (let square = base % prime, rest = exponent; rest > 0n; rest >>= 1n, square = (square * square) % prime)
    if (rest & 1n) result = (result * square) % prime
  return result
}

/** Both coordinates of a compressed public key: y² = x³ + 7, and the first byte says which of the two roots. Nothing here is secret. */
function coordinatesOf(publicKey: Uint8Array): Uint8Array {
  const x = bytesToBigInt(publicKey.subarray(1))
  const root = power(x ** 3n + 7n, (prime + 1n) / 4n)
  const y = (root & 1n) === BigInt((publicKey[0] ?? 0) & 1) ? root : prime - root
  return concatBytes([publicKey.subarray(1), numberToBytes(y, { size: 32 })])
}

/** The last twenty bytes of the hash of the whole public key: what EVM chains and TRON both call an account. */
const accountOf = (publicKey: Uint8Array): Uint8Array => keccak256(coordinatesOf(publicKey), 'bytes').subarray(12)

const addressOf: Record<XpubFamily, (publicKey: Uint8Array) => string> = {
  evm: (publicKey) => getAddress(bytesToHex(accountOf(publicKey))),
  btc: (publicKey) => p2wpkh(publicKey, NETWORK).address ?? '',
  tron: (publicKey) => base58check.encode(concatBytes([Uint8Array.of(tronAddressVersionByte), accountOf(publicKey)])),
  ltc: (publicKey) => p2wpkh(publicKey, litecoinAddressFormat).address ?? '',
  doge: (publicKey) => p2pkh(publicKey, dogecoinAddressFormat).address ?? '',
  bch: (publicKey) => encodeBitcoinCashAddress({ kind: 0, hash: p2pkh(publicKey).hash }),
}

const publicKeyAt = (xpub: string, index: number): Uint8Array => {
  const { publicKey } = HDKey.fromExtendedKey(xpub).deriveChild(0).deriveChild(index)
  if (!publicKey) throw new Error(`no key at ${index}`)
  return publicKey
}

/** The address number `index` of an extended public key: its 0/index, as wallets derive their receiving addresses (BIP-44, BIP-84). */
export function deriveDepositAddress(family: XpubFamily, xpub: string, index: number): string {
  const address = addressOf[family](publicKeyAt(xpub, index))
  if (!address) throw new Error(`no ${family} address at ${index}`)
  return address
}

/**
 * An address number `index` for the sandbox on a chain whose keys cannot be derived in public: bytes that look like a key and are none, so
 * nobody can ever spend what is sent there.
 */
export const sandboxUnspendableAddress = (family: ImportedAddressFamily | MemoFamily, xpub: string, index: number): string =>
  nonXpubAddressEncoders[family](publicKeyAt(xpub, index).subarray(1))

/** Names an extended public key without being it. */
export const xpubFingerprintOf = (family: AddressFamily, xpub: string): string => {
  const { chainCode, publicKey } = HDKey.fromExtendedKey(xpub)
  return `${family}-${keccak256(concatBytes([chainCode ?? new Uint8Array(), publicKey ?? new Uint8Array()])).slice(2, 34)}`
}
