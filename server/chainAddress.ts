import { createBase58check } from '@scure/base'
import { Address, NETWORK } from '@scure/btc-signer'
import { getAddress, isAddress } from 'viem'
import { sha256 } from 'viem/utils'
import type { Family } from '#db/seed/networks.ts'

export const base58check = createBase58check((bytes: Uint8Array) => sha256(bytes, 'bytes'))
/** First byte of every TRON address. */
export const tronPrefix = 0x41

/** The shape of an address, as far as a pattern can say it; `isAddressOf` looks at its checksum too. */
export const addressPattern: Record<Family, string> = {
  evm: '^0x[0-9a-fA-F]{40}$',
  btc: '^(bc1[02-9ac-hj-np-z]{11,71}|[13][1-9A-HJ-NP-Za-km-z]{25,34})$',
  tron: '^T[1-9A-HJ-NP-Za-km-z]{33}$',
}

const canRead = (read: () => unknown): boolean => {
  try {
    return read() !== undefined
  } catch {
    return false
  }
}

const checks: Record<Family, (address: string) => boolean> = {
  // All small or all large letters carry no checksum (EIP-55) and are taken; mixed ones must fit.
  evm: (address) => isAddress(address, { strict: address !== address.toLowerCase() && !/^0x[0-9A-F]{40}$/.test(address) }),
  btc: (address) => canRead(() => Address(NETWORK).decode(address)),
  tron: (address) => canRead(() => tronBytes(address)),
}

function tronBytes(address: string): Uint8Array {
  const bytes = base58check.decode(address)
  if (bytes.length !== 21 || bytes[0] !== tronPrefix) throw new Error('not of this chain')
  return bytes
}

/** Whether this is an address of the family: shape and checksum. */
export const isAddressOf = (family: Family, address: string): boolean =>
  new RegExp(addressPattern[family]).test(address) && checks[family](address)

/** The one spelling under which an address is kept and compared. */
export const canonicalAddress = (family: Family, address: string): string =>
  family === 'evm' ? getAddress(address.toLowerCase()) : address
