import { bankDepositTerms, type DepositAddress } from '#contract/calls/deposits.ts'
import { bankChainCode } from '#contract/calls/withdrawals.ts'
import { ledgerScale } from '#contract/constants.ts'
import { asDecimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import { compareDecimals, decimalPlacesOfStep } from '#rules/decimal.ts'
import { depositAddressSigningText } from '#rules/depositAddress.ts'
import type { AppContext } from '../core/appContext.ts'
import type { CallHandlers } from '../core/handlers.ts'
import { refuseDepositDuringBreak } from '../risk/depositChecks.ts'
import { requireNetworkWithTerms, type NetworkWithTerms, assertNetworkDepositsOpen } from '../chains/networks.ts'
import { signWithPublishedKey } from '../core/publicSignature.ts'
import { randomTxHash } from '../chains/txHash.ts'
import { getOrAssignDepositAddress } from './addresses.ts'
import { submitBankDepositClaim, requireOpenPlatformBankAccount, getOrCreateUserDepositReference } from './bank.ts'
import { simulatedChainName, simulateChainTransfer } from './chains/simulated.ts'
import { depositChainNameOf, submitDepositClaim } from './claim.ts'
import { sendDepositEventToUser, toDeposit } from './deposit.ts'
import { depositsPage } from './store.ts'

/** The most that one simulated transfer may bring. */
const mostSimulated = '1000000'

/** What a wallet's camera reads: the address, and the scheme where its wallets know one; an address of Bitcoin Cash has it in itself. */
const qrSchemes: Partial<Record<NetworkWithTerms['family'], string>> = { btc: 'bitcoin:', ltc: 'litecoin:', doge: 'dogecoin:' }
const qrTextOf = ({ family }: NetworkWithTerms, address: string): string => `${qrSchemes[family] ?? ''}${address}`

/** The network of a currency. Refuses one over which nothing can come in. */
async function openNetwork(app: AppContext, sql: Sql, currency: string, chainType: string): Promise<NetworkWithTerms> {
  const network = await requireNetworkWithTerms(sql, app, currency, chainType)
  assertNetworkDepositsOpen(network)
  return network
}

/** Money that comes in (docs/rules/deposits-and-withdrawals.md). */
export function depositsHandlers(app: AppContext): CallHandlers<'deposits'> {
  const { db } = app
  return {
    deposits: async (input, { sql, visitor }) => {
      const { rows, total } = await depositsPage(sql, visitor.userId, input)
      const { pageNo, pageSize } = input
      return { records: rows.map(toDeposit), total, size: pageSize, current: pageNo, pages: Math.ceil(total / pageSize) }
    },
    address: async ({ currency, chainType }, { sql, visitor: { userId }, now }) => {
      await refuseDepositDuringBreak(sql, userId, now)
      const network = await openNetwork(app, sql, currency, chainType)
      const assigned = await db.transaction((inside) => getOrAssignDepositAddress(app, inside, userId, network.family))
      const { address } = assigned
      const memo = assigned.memo === '' ? undefined : assigned.memo
      const { kid, sig } = await signWithPublishedKey(sql, depositAddressSigningText({ userId, currency, chainType, address, memo }), now)
      return {
        currency,
        chainType,
        address,
        ...(memo !== undefined && { memo }),
        qrText: qrTextOf(network, address),
        minMoney: network.depositMin,
        needConfirmations: network.confirmations,
        estMinutes: network.estMinutes,
        warn: warningsOf(app, network),
        addressSig: sig,
        kid,
      }
    },
    bankDeposit: async ({ currency }, { sql, visitor: { userId }, now }) => {
      await refuseDepositDuringBreak(sql, userId, now)
      const { bankName, holder, account, swift, isSimulated } = await requireOpenPlatformBankAccount(sql, app, currency)
      const reference = await db.transaction((inside) => getOrCreateUserDepositReference(inside, userId, now))
      const min = bankDepositTerms.find((terms) => terms.currency === currency)?.min ?? '0'
      return {
        currency,
        bankName,
        holder,
        account,
        ...(swift !== '' && { swift }),
        reference,
        minMoney: asDecimal(min),
        simulated: isSimulated,
      }
    },
    claim: async (input, { sql, visitor, now, afterCommit }) => {
      const make = input.chainType === bankChainCode ? submitBankDepositClaim : submitDepositClaim
      const row = await make(app, sql, visitor.userId, input, now)
      afterCommit(() => sendDepositEventToUser(app, row))
      return toDeposit(row)
    },
    simulate: simulateOf(app),
  }
}

/** A transfer on a simulated chain, as a wallet would make it. */
const simulateOf =
  (app: AppContext): CallHandlers<'deposits'>['simulate'] =>
  async ({ currency, chainType, money }, { sql, visitor: { userId }, now }) => {
    // A simulated chain beside real money does not exist, not even as a refusal that could be asked about.
    if (app.config.env !== 'sandbox') throw new Refusal('notFound')
    await refuseDepositDuringBreak(sql, userId, now)
    const network = await openNetwork(app, sql, currency, chainType)
    // Nor on a chain that a node is asked about: what comes in there is real.
    if (depositChainNameOf(app, network) !== simulatedChainName) throw new Refusal('notFound')
    if (decimalPlacesOfStep(money) > Math.min(ledgerScale, network.decimals))
      throw new Refusal('validation', { field: 'money', rule: 'scale' })
    if (compareDecimals(money, mostSimulated) > 0) throw new Refusal('aboveMax', { max: `${mostSimulated} ${currency}` })
    const { address, memo } = await getOrAssignDepositAddress(app, sql, userId, network.family)
    const txHash = randomTxHash(network.family)
    await simulateChainTransfer(sql, app.clock, { txHash, currency, chainType, address, memo, amount: money })
    return { txHash, address, needConfirmations: network.confirmations }
  }

function warningsOf(app: AppContext, network: NetworkWithTerms): DepositAddress['warn'] {
  if (depositChainNameOf(app, network) === simulatedChainName) return ['onlyThisCurrency', 'simulatedChain']
  // A contract that forwards the chain's own coin leaves no transaction to us; a token's transfer is always in the log.
  if (network.token === undefined && network.family === 'evm') return ['onlyThisCurrency', 'notFromContracts']
  return ['onlyThisCurrency']
}
