import type { Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import { networks } from '#db/seed/networks.ts'
import { compare } from '#rules/decimal.ts'

/** Where a person's transfers of one currency and network wait together. */
export interface Place {
  user_id: string
  currency: string
  chain_type: string
  chain: string
}

/** Which transfers their chain has confirmed. */
export const confirmed = `status = 0 and source = 'chain' and block_number is not null and confirmations >= need_confirmations`

/** Whether what came in together reaches the network's minimum. */
export function isEnough({ currency, chain_type }: Place, sum: Decimal): boolean {
  const network = networks.find((each) => each.currency === currency && each.chainType === chain_type)
  return network !== undefined && compare(sum, network.depositMin) >= 0
}

/** The places where what is confirmed can be credited. */
export async function duePlaces(sql: Sql, chain: string): Promise<Place[]> {
  const places = await sql.query<Place & { sum: Decimal }>(
    `select user_id, currency, chain_type, chain, sum(money) as sum from deposit where chain = $1 and ${confirmed}
     group by user_id, currency, chain_type, chain`,
    [chain],
  )
  return places.filter((place) => isEnough(place, place.sum))
}
