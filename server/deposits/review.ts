import type { DepositRejectionReason } from '#contract/calls/deposits.ts'
import { accountTypes } from '#contract/constants.ts'
import { Refusal } from '#contract/refusals.ts'
import { depositStatus } from '#contract/states.ts'
import { asInstant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { lockWallet } from '#ledger/ledger.ts'
import type { AppContext } from '../core/appContext.ts'
import { isRowId } from '../core/ids.ts'
import type { ReviewKindHandler } from '../core/review.ts'
import { tryCreditOrEndDeposit } from './credit.ts'
import type { DepositRow } from './deposit.ts'
import { lockChainTransaction, lockDepositSightings } from './store.ts'
import { describeUnattributedTransfers, assignUnattributedTransferToClaim } from './unattributedTransfers.ts'

const reasons: readonly DepositRejectionReason[] = ['notFound', 'alreadyCredited', 'notYours', 'unreadable']

async function claimOf(sql: Sql, id: string): Promise<DepositRow> {
  const [row] = isRowId(id) ? await sql.query<DepositRow>(`select * from deposit where id = $1 and source <> 'chain'`, [id]) : []
  if (!row) throw new Refusal('notFound')
  return row
}

/** Claims of deposits, for staff and for the sandbox's automatic reviewer (docs/rules/{deposits-and-withdrawals,environments}.md). Transfers that a chain shows need nobody. */
export function createDepositReviewKind(app: AppContext): ReviewKindHandler {
  return {
    kind: 'deposit',
    reasons,
    waiting: async (sql, limit) => {
      const rows = await sql.query<DepositRow>(`select * from deposit where status = 0 and source <> 'chain' order by id limit $1`, [limit])
      const strays = await describeUnattributedTransfers(sql, rows)
      return rows.map((row) => ({
        id: row.id,
        userId: row.user_id,
        submittedAt: asInstant(Number(row.created_ms)),
        dueAt: asInstant(Number(row.due_ms ?? row.created_ms)),
        facts: {
          orderNo: row.order_no,
          money: `${row.money} ${row.currency}`,
          network: row.chain_type,
          chain: row.chain,
          txHash: row.tx_hash,
          ...(row.address !== '' && { address: row.address }),
          ...(strays.has(row.id) && { onChain: strays.get(row.id) ?? '' }),
          ...(row.source === 'bank' && { needs: 'bank enter, then bank agree by somebody else' }),
        },
        files: row.voucher,
      }))
    },
    approve: async (sql, id, by, _, afterCommit) => {
      const row = await claimOf(sql, id)
      // What a bank's statement says is entered by one and agreed to by another; only the sandbox's reviewer, with play money, needs nobody.
      if (row.source === 'bank' && !by.isAutomatic) throw new Refusal('validation', { field: 'id', rule: 'bank enter, then bank agree' })
      await lockWallet(sql, row.user_id, accountTypes.real)
      // Whoever sees the transfer itself meanwhile waits here, and then does not credit it again.
      await lockChainTransaction(sql, row.chain, row.tx_hash)
      const isSeen = (await lockDepositSightings(sql, row)).some(({ source }) => source === 'chain')
      if (!isSeen) await assignUnattributedTransferToClaim(sql, row)
      const isDone = !isSeen && (await tryCreditOrEndDeposit(app, sql, row, { status: depositStatus.credited, by: by.name }, afterCommit))
      if (!isDone) throw new Refusal('stateConflict')
    },
    reject: async (sql, id, reason, by, _, afterCommit) => {
      if (!reasons.includes(reason as DepositRejectionReason))
        throw new Refusal('validation', { field: 'reason', rule: reasons.join(', ') })
      const row = await claimOf(sql, id)
      const isDone = await tryCreditOrEndDeposit(app, sql, row, { status: depositStatus.rejected, reason, by: by.name }, afterCommit)
      if (!isDone) throw new Refusal('stateConflict')
    },
  }
}
