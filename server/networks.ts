import type { ListedNetwork } from '#contract/calls/wallet.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import { type Network, networks } from '#db/seed/networks.ts'
import { addressPattern } from './chainAddress.ts'
import type { House } from './house.ts'
import { type ComingTerms, withdrawalTermsAt } from './withdrawalTerms.ts'

interface PauseRow {
  currency: string
  chain_type: string
  deposit: boolean
  withdraw: boolean
  reason: string
}

/** A network with the fee and minimum of now, the next ones if a change is announced, and what is paused on it. */
export interface OpenNetwork extends Network {
  next: ComingTerms | undefined
  suspended: { deposit: boolean; withdraw: boolean; reason: string }
}

type Asked = Pick<House, 'config' | 'clock'>

/** Every network (call 48), in the order of the seed. A pause is a row of `network_pause`; its currency '*' is all currencies of the chain type. */
export async function networksOf(sql: Sql, { config, clock }: Asked): Promise<OpenNetwork[]> {
  const pauses = await sql.query<PauseRow>('select currency, chain_type, deposit, withdraw, reason from network_pause')
  const termsOf = await withdrawalTermsAt(sql, clock.now())
  return networks.map((network) => {
    const mine = pauses.filter(({ currency, chain_type }) => chain_type === network.chainType && ['*', network.currency].includes(currency))
    // A chain that nobody watches credits nothing: without its node, deposits are closed outside the sandbox.
    const isWatched = config.env === 'sandbox' || config.deposits?.rpcUrls[network.chain] !== undefined
    const { now, next } = termsOf(network.currency, network.chainType)
    return {
      ...network,
      ...(now && { withdrawFee: now.fee, withdrawMin: now.min }),
      next,
      suspended: {
        deposit: !isWatched || mine.some(({ deposit }) => deposit),
        withdraw: mine.some(({ withdraw }) => withdraw),
        reason: mine.find(({ reason }) => reason !== '')?.reason ?? '',
      },
    }
  })
}

/** One of them; refuses validation when there is none. */
export async function networkOf(sql: Sql, house: Asked, currency: string, chainType: string): Promise<OpenNetwork> {
  const all = await networksOf(sql, house)
  const found = all.find((each) => each.currency === currency && each.chainType === chainType)
  if (!found) throw new Refusal('validation', { field: 'chainType', rule: 'network' })
  return found
}

/** As the wire shows it. */
export const toListed = ({ chain: _, family, token, decimals: __, next, ...network }: OpenNetwork): ListedNetwork => ({
  ...network,
  ...(token !== undefined && { token }),
  ...(next && { next: { withdrawFee: next.fee, withdrawMin: next.min, from: next.from } }),
  addressRegex: addressPattern[family],
})
