import type { ListedNetwork } from '#contract/calls/wallet.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import { type Network, networks } from '#db/seed/networks.ts'
import { addressPattern } from './chainAddress.ts'
import type { House } from './house.ts'

interface PauseRow {
  currency: string
  chain_type: string
  deposit: boolean
  withdraw: boolean
  reason: string
}

/** A network with what is paused on it now. */
export interface OpenNetwork extends Network {
  suspended: { deposit: boolean; withdraw: boolean; reason: string }
}

/** Every network (call 48), in the order of the seed. A pause is a row of `network_pause`; its currency '*' is all currencies of the chain type. */
export async function networksOf(sql: Sql, { config }: Pick<House, 'config'>): Promise<OpenNetwork[]> {
  const pauses = await sql.query<PauseRow>('select currency, chain_type, deposit, withdraw, reason from network_pause')
  return networks.map((network) => {
    const mine = pauses.filter(({ currency, chain_type }) => chain_type === network.chainType && ['*', network.currency].includes(currency))
    // A chain that nobody watches credits nothing: without its node, deposits are closed outside the sandbox.
    const isWatched = config.env === 'sandbox' || config.deposits?.rpcUrls[network.chain] !== undefined
    return {
      ...network,
      suspended: {
        deposit: !isWatched || mine.some(({ deposit }) => deposit),
        withdraw: mine.some(({ withdraw }) => withdraw),
        reason: mine.find(({ reason }) => reason !== '')?.reason ?? '',
      },
    }
  })
}

/** One of them; refuses validation when there is none. */
export async function networkOf(sql: Sql, house: Pick<House, 'config'>, currency: string, chainType: string): Promise<OpenNetwork> {
  const all = await networksOf(sql, house)
  const found = all.find((each) => each.currency === currency && each.chainType === chainType)
  if (!found) throw new Refusal('validation', { field: 'chainType', rule: 'network' })
  return found
}

/** As the wire shows it. */
export const toListed = ({ chain: _, family, token, decimals: __, ...network }: OpenNetwork): ListedNetwork => ({
  ...network,
  ...(token !== undefined && { token }),
  addressRegex: addressPattern[family],
})
