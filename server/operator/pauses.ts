import { networks } from '#db/seed/networks.ts'
import { type Desk, work } from './desk.ts'
import { StaffRefused } from './refused.ts'
import type { Staff } from './staff.ts'

/** What is paused on a network; the currency '*' is every currency on it. What is under way goes on to its end. */
export interface Pause {
  currency: string
  chainType: string
  deposit: boolean
  withdraw: boolean
  reason: string
}

function refuseUnknown({ currency, chainType }: Pick<Pause, 'currency' | 'chainType'>): void {
  const onIt = networks.filter((network) => network.chainType === chainType)
  if (onIt.length === 0)
    throw new StaffRefused(
      'usage',
      `"${chainType}" is no network of ours. Networks: ${[...new Set(networks.map((one) => one.chainType))].join(', ')}.`,
    )
  if (currency !== '*' && !onIt.some((network) => network.currency === currency))
    throw new StaffRefused('usage', `"${currency}" does not move on ${chainType}.`)
}

/** Gives out no addresses, or sends nothing, from now on, or both. People see the reason. Said again, the newest word holds. */
export function pauseNetwork(desk: Desk, staff: Staff, { currency, chainType, deposit, withdraw, reason }: Pause): Promise<void> {
  refuseUnknown({ currency, chainType })
  const why = reason.trim()
  if (why.length < 5 || why.length > 300) throw new StaffRefused('usage', 'The reason is 5 to 300 characters: people read it.')
  return work(desk, staff, 'network.pause', async ({ sql, log }) => {
    await sql.query(
      `insert into network_pause (currency, chain_type, deposit, withdraw, reason) values ($1, $2, $3, $4, $5)
       on conflict (currency, chain_type) do update set deposit = excluded.deposit, withdraw = excluded.withdraw, reason = excluded.reason`,
      [currency, chainType, deposit, withdraw, why],
    )
    await log('network.pause', { currency, chainType, paused: pausedWords({ deposit, withdraw }), reason: why })
  })
}

/** Such as 'deposits and withdrawals'. */
export const pausedWords = ({ deposit, withdraw }: Pick<Pause, 'deposit' | 'withdraw'>): string =>
  [...(deposit ? ['deposits'] : []), ...(withdraw ? ['withdrawals'] : [])].join(' and ')

/** Opens again what was paused with the same words. */
export function resumeNetwork(desk: Desk, staff: Staff, { currency, chainType }: Pick<Pause, 'currency' | 'chainType'>): Promise<void> {
  return work(desk, staff, 'network.pause', async ({ sql, log }) => {
    const rows = await sql.query('delete from network_pause where currency = $1 and chain_type = $2 returning currency', [
      currency,
      chainType,
    ])
    if (rows.length === 0)
      throw new StaffRefused('refused', `${chainType} is not paused for ${currency === '*' ? 'all currencies' : currency}.`)
    await log('network.resume', { currency, chainType })
  })
}

/** What is paused now. */
export async function listPauses({ house }: Desk): Promise<Pause[]> {
  const rows = await house.db.query<Omit<Pause, 'chainType'> & { chain_type: string }>(
    'select currency, chain_type, deposit, withdraw, reason from network_pause order by chain_type, currency',
  )
  return rows.map(({ chain_type: chainType, ...pause }) => ({ ...pause, chainType }))
}
