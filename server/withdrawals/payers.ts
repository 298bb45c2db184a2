import { networks } from '#db/seed/networks.ts'
import type { Config } from '../config.ts'
import { evmPayer } from './evmPayer.ts'
import type { Payer } from './payout.ts'
import { sandboxPayer } from './sandboxPayer.ts'

/** Every way in which this house sends money by itself, the first that can takes it. Where there is none, staff send. */
export function payersOf({ env, payouts, deposits }: Pick<Config, 'env' | 'payouts' | 'deposits'>): Payer[] {
  const chains = payouts ? (Object.entries(deposits?.rpcUrls ?? {}) as [Parameters<typeof evmPayer>[0]['chain'], string][]) : []
  const real = chains.flatMap(([chain, rpcUrl]) => (payouts ? [evmPayer({ chain, rpcUrl, ...payouts }, networks)] : []))
  return env === 'sandbox' ? [...real, sandboxPayer] : real
}
