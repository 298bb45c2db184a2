import { isAddress } from 'viem'
import { StartRefused } from './startRefused.ts'

/** Who signs payouts of EVM chains, and from which address they are sent. The server never holds a key. */
export interface PayoutConfig {
  signerUrl: string
  from: string
}

/** Reads EVM_SIGNER_URL, a JSON-RPC signer (eth_signTransaction), and EVM_PAYOUT_FROM; both or neither. */
export function readPayoutConfig(given: (name: string) => string | undefined): PayoutConfig | undefined {
  const [signerUrl, from] = [given('EVM_SIGNER_URL'), given('EVM_PAYOUT_FROM')]
  if (signerUrl === undefined && from === undefined) return undefined
  if (signerUrl === undefined || from === undefined) throw new StartRefused('EVM_SIGNER_URL and EVM_PAYOUT_FROM are set together.')
  if (!['http:', 'https:'].includes(URL.parse(signerUrl)?.protocol ?? ''))
    throw new StartRefused('EVM_SIGNER_URL must be a URL that begins with http:// or https://.')
  // The sentence does not repeat the value: it may be a private key that somebody put here by mistake.
  if (!isAddress(from)) throw new StartRefused('EVM_PAYOUT_FROM must be an address: 0x and 40 hex digits.')
  return { signerUrl, from }
}
