import type { Database, Sql } from '#db/database.ts'
import type { PayoutPayer } from './payout.ts'

/** Whoever knows which ways out need no staff. */
export type AutomaticPayoutRoutes = Pick<PayoutPayer, 'sends'>

interface Way {
  currency: string
  chain_type: string
}

/** Writes down, for staff's terminals, which ways out the servers send by themselves. The server that started last is right. */
export function storeAutomaticPayoutRoutes(db: Database, senders: readonly AutomaticPayoutRoutes[]): Promise<void> {
  return db.transaction(async (sql) => {
    // One server after the other: what one wrote is what it said.
    await sql.query('lock table payout_way in exclusive mode')
    const ways = await sql.query<Way>('select distinct currency, chain_type from withdrawal_terms')
    const sent = ways.filter((way) => senders.some((each) => each.sends(way.currency, way.chain_type)))
    await sql.query('delete from payout_way')
    await sql.query('insert into payout_way (currency, chain_type) select * from unnest($1::text[], $2::text[])', [
      sent.map(({ currency }) => currency),
      sent.map(({ chain_type }) => chain_type),
    ])
  })
}

/** What the servers send by themselves, as they said. */
export async function readAutomaticPayoutRoutes(sql: Sql): Promise<AutomaticPayoutRoutes> {
  const ways = await sql.query<Way>('select currency, chain_type from payout_way')
  return { sends: (currency, chainType) => ways.some((way) => way.currency === currency && way.chain_type === chainType) }
}
