import type { DepositAddress } from '#contract/calls/deposits.ts'
import { ledgerScale } from '#contract/constants.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import { compare, scaleOf } from '#rules/decimal.ts'
import { depositAddressText } from '#rules/depositAddress.ts'
import type { House } from '../house.ts'
import type { Handlers } from '../http/handlers.ts'
import { refuseOnBreak } from '../mayDeposit.ts'
import { networkOf, type OpenNetwork } from '../networks.ts'
import { signPublicly } from '../publicSignature.ts'
import { randomTxHash } from '../txHash.ts'
import { addressFor } from './addresses.ts'
import { simulatedName, simulateTransfer } from './chains/simulated.ts'
import { chainOf, makeClaim } from './claim.ts'
import { tellDeposit, toDeposit } from './deposit.ts'
import { depositsOf } from './store.ts'

/** The most that one simulated transfer may bring. */
const mostSimulated = '1000000'

/** What a wallet's camera reads: the address, and the scheme where its wallets know one; an address of Bitcoin Cash has it in itself. */
const qrSchemes: Partial<Record<OpenNetwork['family'], string>> = { btc: 'bitcoin:', ltc: 'litecoin:', doge: 'dogecoin:' }
const qrTextOf = ({ family }: OpenNetwork, address: string): string => `${qrSchemes[family] ?? ''}${address}`

/** Money that comes in (product §1.3 calls 42, 43, 44 and 53). */
export function depositsHandlers(house: House): Handlers<'deposits'> {
  const { config, clock, db } = house
  const openNetwork = async (sql: Sql, currency: string, chainType: string): Promise<OpenNetwork> => {
    const network = await networkOf(sql, house, currency, chainType)
    if (network.suspended.deposit) throw new Refusal('networkSuspended', { reason: network.suspended.reason })
    return network
  }
  return {
    deposits: async (asked, { sql, visitor }) => {
      const { rows, total } = await depositsOf(sql, visitor.userId, asked)
      const { pageNo, pageSize } = asked
      return { records: rows.map(toDeposit), total, size: pageSize, current: pageNo, pages: Math.ceil(total / pageSize) }
    },
    address: async ({ currency, chainType }, { sql, visitor: { userId }, now }) => {
      await refuseOnBreak(sql, userId, now)
      const network = await openNetwork(sql, currency, chainType)
      const given = await db.transaction((inside) => addressFor(house, inside, userId, network.family))
      const { address } = given
      const memo = given.memo === '' ? undefined : given.memo
      const { kid, sig } = await signPublicly(sql, depositAddressText({ userId, currency, chainType, address, memo }), now)
      const warn: DepositAddress['warn'] = ['onlyThisCurrency']
      if (chainOf(house, network) === simulatedName) warn.push('simulatedChain')
      // A contract that forwards the chain's own coin leaves no transaction to us; a token's transfer is always in the log.
      else if (network.token === undefined && network.family === 'evm') warn.push('notFromContracts')
      return {
        currency,
        chainType,
        address,
        ...(memo !== undefined && { memo }),
        qrText: qrTextOf(network, address),
        minMoney: network.depositMin,
        needConfirmations: network.confirmations,
        estMinutes: network.estMinutes,
        warn,
        addressSig: sig,
        kid,
      }
    },
    claim: async (asked, { sql, visitor, now, afterCommit }) => {
      const row = await makeClaim(house, sql, visitor.userId, asked, now)
      afterCommit(() => tellDeposit(house, row))
      return toDeposit(row)
    },
    simulate: async ({ currency, chainType, money }, { sql, visitor: { userId }, now }) => {
      // A simulated chain beside real money does not exist, not even as a refusal that could be asked about.
      if (config.env !== 'sandbox') throw new Refusal('notFound')
      await refuseOnBreak(sql, userId, now)
      const network = await openNetwork(sql, currency, chainType)
      // Nor on a chain that a node is asked about: what comes in there is real.
      if (chainOf(house, network) !== simulatedName) throw new Refusal('notFound')
      if (scaleOf(money) > Math.min(ledgerScale, network.decimals)) throw new Refusal('validation', { field: 'money', rule: 'scale' })
      if (compare(money, mostSimulated) > 0) throw new Refusal('aboveMax', { max: `${mostSimulated} ${currency}` })
      const { address, memo } = await addressFor(house, sql, userId, network.family)
      const txHash = randomTxHash(network.family)
      await simulateTransfer(sql, clock, { txHash, currency, chainType, address, memo, amount: money })
      return { txHash, address, needConfirmations: network.confirmations }
    },
  }
}
