import { createHash } from 'node:crypto'
import { bankChainCode } from '#contract/calls/withdrawals.ts'
import type { PayoutPayer } from './payout.ts'

const confirmEveryMs = 1_000

/** The sandbox's chains and banks: nothing moves anywhere, and every reference says so. A block a second. */
export const sandboxPayoutPayer: PayoutPayer = {
  name: 'sandbox',
  address: '',
  sends: () => true,
  sign: async ({ id, chainType }) => {
    const mark = createHash('sha256').update(`sandbox ${id}`).digest('hex').slice(0, 32)
    return { rawTx: `sandbox:${id}`, txHash: `${chainType === bankChainCode ? 'sandbox-bank' : 'sandbox'}-${mark}`, nonce: null }
  },
  broadcast: async () => {},
  fate: async ({ txHash, signedMs, needConfirmations }, nowMs) => ({
    kind: 'included',
    txHash,
    confirmations: Math.min(needConfirmations, Math.floor((nowMs - signedMs) / confirmEveryMs)),
  }),
  finalAt: (need) => need,
}
