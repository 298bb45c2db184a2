import type { DepositRejectionReason } from '#contract/calls/deposits.ts'
import type { Decimal } from '#contract/decimal.ts'
import { depositStatus } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import { networks } from '#db/seed/networks.ts'
import { add, isPositive, isZero, q8, smallerDecimal, subtract, zero } from '#rules/decimal.ts'
import type { AppContext } from '../core/appContext.ts'
import type { SeenChainTransfer } from './chains/chain.ts'
import { usdtValueOf } from '#market/usdtValue.ts'
import { tryCreditOrEndDeposit } from './credit.ts'
import { type DepositRow, sendDepositEventToUser } from './deposit.ts'
import { insertDeposit, lockChainTransaction, lockDepositSightings } from './store.ts'

const said = (reason: DepositRejectionReason): DepositRejectionReason => reason

/**
 * Writes down a transfer that a block holds; one that is known is only put where it is now. A claim of the same person and currency for the
 * same transaction ends if it waits, because the transfer itself was found; of what one has brought already, nothing is credited again.
 */
export async function recordSighting(
  app: AppContext,
  sql: Sql,
  chain: string,
  seen: SeenChainTransfer,
  userId: string,
  afterCommit: (effect: () => void) => void,
): Promise<void> {
  const now = app.clock.now()
  await lockChainTransaction(sql, chain, seen.txHash)
  const known = await lockDepositSightings(sql, { chain, tx_hash: seen.txHash, user_id: userId, currency: seen.currency })
  const same = known.find(({ source, log_index }) => source === 'chain' && log_index === seen.logIndex)
  if (same) return moveTo(sql, same, seen)
  const network = networks.find(({ currency, chainType }) => currency === seen.currency && chainType === seen.chainType)
  const money = q8(seen.amount)
  if (!network || !isPositive(money)) return
  const claimed = smallerDecimal(money, claimedOf(known))
  const rest = subtract(money, claimed)
  const row = await insertDeposit(
    sql,
    {
      user_id: userId,
      currency: seen.currency,
      chain_type: seen.chainType,
      chain,
      money,
      claimed,
      value_usdt: usdtValueOf(app.market, seen.currency, rest) ?? null,
      address: seen.to,
      tx_hash: seen.txHash,
      log_index: seen.logIndex,
      block_number: String(seen.block.number),
      block_hash: seen.block.hash,
      need_confirmations: Math.max(network.confirmations, seen.leastConfirmations ?? 0),
      source: 'chain',
    },
    now,
  )
  if (isZero(rest))
    return void (await tryCreditOrEndDeposit(
      app,
      sql,
      row,
      { status: depositStatus.rejected, reason: said('creditedByClaim') },
      afterCommit,
    ))
  for (const claim of known)
    if (claim.source === 'claim' && claim.status === depositStatus.underReview)
      await tryCreditOrEndDeposit(app, sql, claim, { status: depositStatus.rejected, reason: said('foundOnChain') }, afterCommit)
  afterCommit(() => sendDepositEventToUser(app, row))
}

/** What a claim has brought of this transaction, less what stands for it already. */
function claimedOf(known: readonly DepositRow[]): Decimal {
  const brought = known.reduce((sum, { source, credited }) => (source === 'claim' ? add(sum, credited ?? zero) : sum), zero)
  return known.reduce((left, row) => subtract(left, row.claimed), brought)
}

async function moveTo(sql: Sql, known: DepositRow, { block }: SeenChainTransfer): Promise<void> {
  if (known.status !== depositStatus.underReview || known.block_hash === block.hash) return
  await sql.query('update deposit set block_number = $2, block_hash = $3, missing_from = null where id = $1 and status = 0', [
    known.id,
    block.number,
    block.hash,
  ])
}
