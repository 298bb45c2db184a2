import type { CurrencyNetwork } from '#contract/calls/wallet.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import { type Network, networks } from '#db/seed/networks.ts'
import { addressPatternsByFamily } from '../core/addresses/chainAddress.ts'
import { readChainsPausedByOutage } from './chainTrouble.ts'
import type { AppContext } from '../core/appContext.ts'
import { type AnnouncedWithdrawalTerms, loadWithdrawalTermsLookup } from './withdrawalTerms.ts'

interface PauseRow {
  currency: string
  chain_type: string
  deposit: boolean
  withdraw: boolean
  reason: string
}

/** A network with the fee and minimum of now, the next ones if a change is announced, and what is paused on it. */
export interface NetworkWithTerms extends Network {
  next: AnnouncedWithdrawalTerms | undefined
  suspended: { deposit: boolean; withdraw: boolean; reason: string; unwatched?: boolean; unreadable?: boolean }
}

type NetworkContext = Pick<AppContext, 'config' | 'clock'>

/** Every network, in the order of the seed. Deposits are closed where no node is watched, or where it cannot be read. A pause is a row of `network_pause`; its currency '*' is all currencies of the chain type. */
export async function listNetworksWithTerms(sql: Sql, { config, clock }: NetworkContext): Promise<NetworkWithTerms[]> {
  const pauses = await sql.query<PauseRow>('select currency, chain_type, deposit, withdraw, reason from network_pause')
  const termsOf = await loadWithdrawalTermsLookup(sql, clock.now())
  const troubled = await readChainsPausedByOutage(sql, clock.now())
  return networks.map((network) => {
    const mine = pauses.filter(({ currency, chain_type }) => chain_type === network.chainType && ['*', network.currency].includes(currency))
    // A chain that nobody watches credits nothing: without its node, deposits are closed outside the sandbox.
    const isWatched = config.env === 'sandbox' || config.deposits?.rpcUrls[network.chain] !== undefined
    const isTroubled = isWatched && troubled.has(network.chain)
    const { now, next } = termsOf(network.currency, network.chainType)
    return {
      ...network,
      ...(now && { withdrawFee: now.fee, withdrawMin: now.min }),
      next,
      suspended: {
        deposit: !isWatched || isTroubled || mine.some(({ deposit }) => deposit),
        withdraw: mine.some(({ withdraw }) => withdraw),
        reason: mine.find(({ reason }) => reason !== '')?.reason ?? '',
        ...(!isWatched && { unwatched: true }),
        ...(isTroubled && { unreadable: true }),
      },
    }
  })
}

/** One of them; refuses validation when there is none. */
export async function requireNetworkWithTerms(
  sql: Sql,
  app: NetworkContext,
  currency: string,
  chainType: string,
): Promise<NetworkWithTerms> {
  const all = await listNetworksWithTerms(sql, app)
  const found = all.find((each) => each.currency === currency && each.chainType === chainType)
  if (!found) throw new Refusal('validation', { field: 'chainType', rule: 'network' })
  return found
}

/** Refuses networkUnwatched, and networkSuspended {reason}, where nothing can be sent in over this network. */
export function assertNetworkDepositsOpen({ suspended }: Pick<NetworkWithTerms, 'suspended'>): void {
  if (suspended.unwatched) throw new Refusal('networkUnwatched')
  if (suspended.deposit) throw new Refusal('networkSuspended', { reason: suspended.reason })
}

/** As the wire shows it. */
export const toCurrencyNetwork = ({ chain: _, family, token, decimals: __, next, ...network }: NetworkWithTerms): CurrencyNetwork => ({
  ...network,
  ...(token !== undefined && { token }),
  ...(next && { next: { withdrawFee: next.fee, withdrawMin: next.min, from: next.from } }),
  addressRegex: addressPatternsByFamily[family],
})
