import type { Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import { networks } from '#db/seed/networks.ts'
import { compareDecimals } from '#rules/decimal.ts'

/** Where a person's transfers of one currency and network wait together. */
export interface CreditableDepositGroup {
  user_id: string
  currency: string
  chain_type: string
  chain: string
}

/** Which transfers their chain has confirmed. */
export const confirmedDepositSqlCondition = `status = 0 and source = 'chain' and block_number is not null and confirmations >= need_confirmations`

/** Whether what came in together reaches the network's minimum. */
export function reachesDepositMinimum({ currency, chain_type }: CreditableDepositGroup, sum: Decimal): boolean {
  const network = networks.find((each) => each.currency === currency && each.chainType === chain_type)
  return network !== undefined && compareDecimals(sum, network.depositMin) >= 0
}

/** The places where what is confirmed can be credited. */
export async function creditableDepositGroups(sql: Sql, chain: string): Promise<CreditableDepositGroup[]> {
  const places = await sql.query<CreditableDepositGroup & { sum: Decimal }>(
    `select user_id, currency, chain_type, chain, sum(money) as sum from deposit where chain = $1 and ${confirmedDepositSqlCondition}
     group by user_id, currency, chain_type, chain`,
    [chain],
  )
  return places.filter((place) => reachesDepositMinimum(place, place.sum))
}
