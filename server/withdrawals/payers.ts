import { evmChainIds, networks } from '#db/seed/networks.ts'
import type { Config } from '../core/startup/config.ts'
import { type EvmPayerConfig, createEvmPayer } from './evmPayer.ts'
import type { PayoutPayer } from './payout.ts'
import { sandboxPayoutPayer } from './sandboxPayer.ts'

/**
 * Every way in which this house sends money by itself, the first that can takes it. Where there is none, staff send. On a chain that a
 * node is asked about, the sandbox pretends nothing: without a signer staff send there too.
 */
export function createPayoutPayers({ env, payouts, deposits }: Pick<Config, 'env' | 'payouts' | 'deposits'>): PayoutPayer[] {
  const rpcUrls = deposits?.rpcUrls ?? {}
  const chains = Object.entries(rpcUrls) as [EvmPayerConfig['chain'], string][]
  const real = chains
    .filter(([chain]) => evmChainIds[chain] !== undefined)
    .map(([chain, rpcUrl]) => createEvmPayer({ chain, rpcUrl, ...payouts, env }, networks))
  if (env !== 'sandbox') return real
  const isWatched = (currency: string, chainType: string): boolean =>
    networks.some((each) => each.currency === currency && each.chainType === chainType && rpcUrls[each.chain] !== undefined)
  return [...real, { ...sandboxPayoutPayer, sends: (currency, chainType) => !isWatched(currency, chainType) }]
}
