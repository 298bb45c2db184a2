import { base58, base64url } from '@scure/base'
import { randomBytes } from 'node:crypto'
import type { AddressFamily } from '#db/seed/networks.ts'

const hex = /^(?:0x)?([0-9a-f]{64})$/i

const plain = (text: string): string | undefined => hex.exec(text)?.[1]?.toLowerCase()
const upper = (text: string): string | undefined => plain(text)?.toUpperCase()
const prefixed = (text: string): string | undefined => {
  const digits = plain(text)
  return digits && `0x${digits}`
}

function solana(text: string): string | undefined {
  try {
    return base58.decode(text).length === 64 ? text : undefined
  } catch {
    return undefined
  }
}

/** Wallets of TON show a hash as hex digits or in base 64. */
function ton(text: string): string | undefined {
  if (hex.test(text)) return plain(text)
  try {
    const bytes = base64url.decode(text.replaceAll('+', '-').replaceAll('/', '_'))
    return bytes.length === 32 ? Buffer.from(bytes).toString('hex') : undefined
  } catch {
    return undefined
  }
}

const spellings: Partial<Record<AddressFamily, (text: string) => string | undefined>> = {
  evm: prefixed,
  polkadot: prefixed,
  xrp: upper,
  cosmos: upper,
  solana,
  ton,
}

/** The one spelling of a transaction's name on chains of this family; undefined for what is none. Only Solana's tells small letters from large ones. */
export const normalizeTxHash = (family: AddressFamily, text: string): string | undefined => (spellings[family] ?? plain)(text)

/** The name of a transaction that never was, for the sandbox. */
export const randomTxHash = (family: AddressFamily): string =>
  family === 'solana' ? base58.encode(randomBytes(64)) : (normalizeTxHash(family, randomBytes(32).toString('hex')) ?? '')
