import { networks } from '#db/seed/networks.ts'
import type { Config } from '../config.ts'
import { type EvmPlace, evmPayer } from './evmPayer.ts'
import type { Payer } from './payout.ts'
import { sandboxPayer } from './sandboxPayer.ts'

/**
 * Every way in which this house sends money by itself, the first that can takes it. Where there is none, staff send. On a chain that a
 * node is asked about, the sandbox pretends nothing: without a signer staff send there too.
 */
export function payersOf({ env, payouts, deposits }: Pick<Config, 'env' | 'payouts' | 'deposits'>): Payer[] {
  const rpcUrls = deposits?.rpcUrls ?? {}
  const chains = Object.entries(rpcUrls) as [EvmPlace['chain'], string][]
  const real = chains.map(([chain, rpcUrl]) => evmPayer({ chain, rpcUrl, ...payouts, env }, networks))
  if (env !== 'sandbox') return real
  const isWatched = (currency: string, chainType: string): boolean =>
    networks.some((each) => each.currency === currency && each.chainType === chainType && rpcUrls[each.chain] !== undefined)
  return [...real, { ...sandboxPayer, sends: (currency, chainType) => !isWatched(currency, chainType) }]
}
