import { depositClaimReviewHours, type deposits, maxOpenDepositClaims } from '#contract/calls/deposits.ts'
import type { ValidatedCallInput } from '#contract/call.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { lockWallet } from '#ledger/ledger.ts'
import { accountTypes, ledgerScale } from '#contract/constants.ts'
import { compareDecimals, decimalPlacesOfStep } from '#rules/decimal.ts'
import { attachOwnUploads } from '#server/uploads/files.ts'
import type { AppContext } from '../core/appContext.ts'
import { isDepositBlockedByBreak, refuseDepositOverLimit } from '../risk/depositChecks.ts'
import { requireNetworkWithTerms, type NetworkWithTerms, assertNetworkDepositsOpen } from '../chains/networks.ts'
import { normalizeTxHash } from '../chains/txHash.ts'
import { usdtValueOf } from '#market/usdtValue.ts'
import { getOrAssignDepositAddress, activeDepositAddress } from './addresses.ts'
import { simulatedChainName } from './chains/simulated.ts'
import type { DepositRow } from './deposit.ts'
import { insertDeposit, lockChainTransaction, lockDepositSightings, countWaitingDepositClaims } from './store.ts'

/** The most that one claim may say, in the currency. */
export const maxDepositClaimAmount = '100000000'

/** Where a transfer on this network is looked for. */
export const depositChainNameOf = ({ config }: Pick<AppContext, 'config'>, { chain }: NetworkWithTerms): string =>
  config.env === 'sandbox' && config.deposits?.rpcUrls[chain] === undefined ? simulatedChainName : chain

/**
 * Where it should have come to; '' where that is nowhere of theirs. A network that is closed, and a person on a break from everything, may be
 * owed something at the address that was given before, and are given no new one.
 */
async function addressOf(app: AppContext, sql: Sql, userId: string, network: NetworkWithTerms, now: Instant): Promise<string> {
  const { family, suspended } = network
  const isOnBreak = await isDepositBlockedByBreak(sql, userId, now)
  if (!suspended.deposit && !isOnBreak) return (await getOrAssignDepositAddress(app, sql, userId, family)).address
  const depositAddress = await activeDepositAddress(app, sql, userId, family)
  if (depositAddress !== undefined) return depositAddress.address
  assertNetworkDepositsOpen(network)
  if (isOnBreak) return ''
  throw new Refusal('noDepositAddress')
}

/** Writes down that somebody says they sent something that was not found, during a break too. It is decided within a day. */
export async function submitDepositClaim(
  app: AppContext,
  sql: Sql,
  userId: string,
  input: ValidatedCallInput<typeof deposits.claim>,
  now: Instant,
): Promise<DepositRow> {
  const { currency, chainType, money } = input
  const network = await requireNetworkWithTerms(sql, app, currency, chainType)
  if (compareDecimals(money, network.depositMin) < 0) throw new Refusal('belowMin', { min: `${network.depositMin} ${currency}` })
  if (compareDecimals(money, maxDepositClaimAmount) > 0) throw new Refusal('aboveMax', { max: `${maxDepositClaimAmount} ${currency}` })
  if (decimalPlacesOfStep(money) > Math.min(ledgerScale, network.decimals))
    throw new Refusal('validation', { field: 'money', rule: 'scale' })
  const txHash = input.txHash === undefined ? undefined : normalizeTxHash(network.family, input.txHash)
  if (txHash === undefined) throw new Refusal('validation', { field: 'txHash', rule: 'hash' })
  const address = await addressOf(app, sql, userId, network, now)
  const chain = depositChainNameOf(app, network)
  // One claim of a person after the other, so that the limits count each.
  await lockWallet(sql, userId, accountTypes.real)
  if ((await countWaitingDepositClaims(sql, userId)) >= maxOpenDepositClaims)
    throw new Refusal('tooManyClaims', { max: maxOpenDepositClaims })
  const value = usdtValueOf(app.market, currency, money)
  await refuseDepositOverLimit(sql, userId, value, now)
  await lockChainTransaction(sql, chain, txHash)
  const known = await lockDepositSightings(sql, { chain, tx_hash: txHash, user_id: userId, currency })
  if (known.some(({ status }) => status >= 0)) throw new Refusal('txAlreadyClaimed')
  await attachOwnUploads(sql, userId, input.voucher, 'voucher', now)
  return insertDeposit(
    sql,
    {
      user_id: userId,
      currency,
      chain_type: chainType,
      chain,
      money,
      value_usdt: value ?? null,
      address,
      tx_hash: txHash,
      log_index: -2,
      need_confirmations: network.confirmations,
      source: 'claim',
      voucher: [...input.voucher],
      due_ms: String(now + depositClaimReviewHours * 3_600_000),
    },
    now,
  )
}
