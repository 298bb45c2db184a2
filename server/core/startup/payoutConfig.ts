import { isAddress } from 'viem'
import * as z from 'zod/mini'
import { createJointSettingsCheck, isUrlWithProtocol, secretTextSetting } from './settings.ts'

/** Who signs payouts of EVM chains, and from which address they are sent. The server never holds a key. */
export interface EvmPayoutConfig {
  signerUrl: string
  from: string
}

const webProtocols = ['http:', 'https:']

/** EVM_SIGNER_URL, a JSON-RPC signer (eth_signTransaction), and the address it pays from. */
export const evmPayoutSettingsShape = {
  EVM_SIGNER_URL: z.optional(
    secretTextSetting((text) => isUrlWithProtocol(webProtocols, text), 'must be a URL that begins with http:// or https://.'),
  ),
  EVM_PAYOUT_FROM: z.optional(secretTextSetting((text) => isAddress(text), 'must be an address: 0x and 40 hex digits.')),
}

type PayoutSettings = z.output<z.ZodMiniObject<typeof evmPayoutSettingsShape>>

/** Both or neither. */
export const evmPayoutSettingsChecks = [
  createJointSettingsCheck<PayoutSettings>(
    ['EVM_SIGNER_URL', 'EVM_PAYOUT_FROM'],
    (settings) => (settings.EVM_SIGNER_URL === undefined) === (settings.EVM_PAYOUT_FROM === undefined),
    'and EVM_PAYOUT_FROM are set together.',
  ),
]

/** What the settings of payouts say; undefined where nobody signs. */
export const evmPayoutConfigFromSettings = ({
  EVM_SIGNER_URL: signerUrl,
  EVM_PAYOUT_FROM: from,
}: PayoutSettings): EvmPayoutConfig | undefined => (signerUrl !== undefined && from !== undefined ? { signerUrl, from } : undefined)
