import { bankDepositTerms } from '#contract/calls/deposits.ts'
import { bankChainCode } from '#contract/calls/withdrawals.ts'
import { networks } from '#db/seed/networks.ts'
import { readChainOutages } from '../chains/chainTrouble.ts'
import { type OperatorContext, runStaffAction } from './operatorContext.ts'
import { StaffError } from './staffError.ts'
import type { StaffMember } from './staff.ts'

/** What is paused on a network, or by bank (BANK); the currency '*' is every currency on it. What is under way goes on to its end. */
export interface NetworkPause {
  currency: string
  chainType: string
  deposit: boolean
  withdraw: boolean
  reason: string
}

function refuseUnknown({ currency, chainType, withdraw }: Pick<NetworkPause, 'currency' | 'chainType' | 'withdraw'>): void {
  const isBank = chainType === bankChainCode
  const onIt = isBank ? bankDepositTerms : networks.filter((network) => network.chainType === chainType)
  if (onIt.length === 0)
    throw new StaffError(
      'usage',
      `"${chainType}" is no network of ours. Networks: ${[...new Set(networks.map((network) => network.chainType)), bankChainCode].join(', ')}.`,
    )
  if (currency !== '*' && !onIt.some((network) => network.currency === currency))
    throw new StaffError('usage', `"${currency}" does not move on ${chainType}.`)
  if (isBank && withdraw)
    throw new StaffError('usage', 'By bank, deposits alone are paused: withdrawals are sent by staff, one by one. Say --deposits.')
}

/** Gives out no addresses, or sends nothing, from now on, or both. People see the reason. Said again, the newest word holds. */
export function pauseNetwork(
  context: OperatorContext,
  staff: StaffMember,
  { currency, chainType, deposit, withdraw, reason }: NetworkPause,
): Promise<void> {
  refuseUnknown({ currency, chainType, withdraw })
  const why = reason.trim()
  if (why.length < 5 || why.length > 300) throw new StaffError('usage', 'The reason is 5 to 300 characters: people read it.')
  return runStaffAction(context, staff, 'network.pause', async ({ sql, log }) => {
    await sql.query(
      `insert into network_pause (currency, chain_type, deposit, withdraw, reason) values ($1, $2, $3, $4, $5)
       on conflict (currency, chain_type) do update set deposit = excluded.deposit, withdraw = excluded.withdraw, reason = excluded.reason`,
      [currency, chainType, deposit, withdraw, why],
    )
    await log('network.pause', { currency, chainType, paused: describeNetworkPause({ deposit, withdraw }), reason: why })
  })
}

/** Such as 'deposits and withdrawals'. */
export const describeNetworkPause = ({ deposit, withdraw }: Pick<NetworkPause, 'deposit' | 'withdraw'>): string =>
  [...(deposit ? ['deposits'] : []), ...(withdraw ? ['withdrawals'] : [])].join(' and ')

/** Ends the pause of the same network and currency, where '*' is no currency but the pause of all. Refuses where there is none. */
export function resumeNetwork(
  context: OperatorContext,
  staff: StaffMember,
  { currency, chainType }: Pick<NetworkPause, 'currency' | 'chainType'>,
): Promise<void> {
  return runStaffAction(context, staff, 'network.pause', async ({ sql, log }) => {
    const rows = await sql.query('delete from network_pause where currency = $1 and chain_type = $2 returning currency', [
      currency,
      chainType,
    ])
    if (rows.length === 0)
      throw new StaffError('refused', `${chainType} is not paused for ${currency === '*' ? 'all currencies' : currency}.`)
    await log('network.resume', { currency, chainType })
  })
}

/** What is paused now. */
export async function listNetworkPauses({ app }: OperatorContext): Promise<NetworkPause[]> {
  const rows = await app.db.query<Omit<NetworkPause, 'chainType'> & { chain_type: string }>(
    'select currency, chain_type, deposit, withdraw, reason from network_pause order by chain_type, currency',
  )
  return rows.map(({ chain_type: chainType, ...pause }) => ({ ...pause, chainType }))
}

/** Chains whose nodes cannot be read now, with what their nodes said. */
export const listChainOutages = ({ app }: OperatorContext): ReturnType<typeof readChainOutages> => readChainOutages(app.db, app.clock.now())
