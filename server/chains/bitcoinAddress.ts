import { Address, NETWORK, OutScript } from '@scure/btc-signer'
import { bytesToHex, hexToBytes } from 'viem'
import type { BitcoinFamilyChain } from './bitcoinNode.ts'
import { decodeBitcoinCashAddress, encodeBitcoinCashAddress } from '../core/addresses/cashAddress.ts'
import { dogecoinAddressFormat, litecoinAddressFormat } from '../core/addresses/chainAddress.ts'

const spellers = { bitcoin: Address(NETWORK), litecoin: Address(litecoinAddressFormat), dogecoin: Address(dogecoinAddressFormat) }

/** The address that an output pays to, as this chain's main network spells it; undefined for what has none. */
export function bitcoinAddressOfScript(chain: BitcoinFamilyChain, script: string): string | undefined {
  try {
    const paid = OutScript.decode(hexToBytes(`0x${script}`))
    if (chain !== 'bitcoincash') return spellers[chain].encode(paid)
    if (paid.type === 'pkh') return encodeBitcoinCashAddress({ kind: 0, hash: paid.hash })
    return paid.type === 'sh' ? encodeBitcoinCashAddress({ kind: 1, hash: paid.hash }) : undefined
  } catch {
    return undefined
  }
}

const hex = (bytes: Uint8Array): string => bytesToHex(bytes).slice(2)

/** The script of an output that pays to this address. Throws for what is no address of the chain. */
export function scriptOfBitcoinAddress(chain: BitcoinFamilyChain, address: string): string {
  if (chain !== 'bitcoincash') return hex(OutScript.encode(spellers[chain].decode(address)))
  const { kind, hash } = decodeBitcoinCashAddress(address)
  if (hash.length === 20) return hex(OutScript.encode({ type: kind === 0 ? 'pkh' : 'sh', hash }))
  // Of 32 bytes (CHIP-2022-05): HASH256 <hash> EQUAL.
  if (kind === 1) return `aa20${hex(hash)}87`
  throw new Error('not of this chain')
}
