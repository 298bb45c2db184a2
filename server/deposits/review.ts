import type { DepositReason } from '#contract/calls/deposits.ts'
import { book } from '#contract/constants.ts'
import { Refusal } from '#contract/refusals.ts'
import { depositStatus } from '#contract/states.ts'
import { asInstant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { lockWallet } from '#ledger/ledger.ts'
import type { House } from '../house.ts'
import { isRowId } from '../ids.ts'
import type { ReviewKind } from '../review.ts'
import { settleDeposit } from './credit.ts'
import type { DepositRow } from './deposit.ts'
import { lockTransaction, sightingsOf } from './store.ts'

const reasons: readonly DepositReason[] = ['notFound', 'alreadyCredited', 'notYours', 'unreadable']

async function claimOf(sql: Sql, id: string): Promise<DepositRow> {
  const [row] = isRowId(id) ? await sql.query<DepositRow>(`select * from deposit where id = $1 and source <> 'chain'`, [id]) : []
  if (!row) throw new Refusal('notFound')
  return row
}

/** Claims of deposits, for staff and for the sandbox's automatic reviewer (product §2.13, §3.2). Transfers that a chain shows need nobody. */
export function depositReview(house: House): ReviewKind {
  return {
    kind: 'deposit',
    reasons,
    waiting: async (sql, limit) => {
      const rows = await sql.query<DepositRow>(`select * from deposit where status = 0 and source <> 'chain' order by id limit $1`, [limit])
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
          address: row.address,
        },
        files: row.voucher,
      }))
    },
    approve: async (sql, id, by, _, afterCommit) => {
      const row = await claimOf(sql, id)
      await lockWallet(sql, row.user_id, book.real)
      // Whoever sees the transfer itself meanwhile waits here, and then does not credit it again.
      await lockTransaction(sql, row.chain, row.tx_hash)
      const isSeen = (await sightingsOf(sql, row)).some(({ source }) => source === 'chain')
      const isDone = !isSeen && (await settleDeposit(house, sql, row, { status: depositStatus.credited, by: by.name }, afterCommit))
      if (!isDone) throw new Refusal('stateConflict')
    },
    reject: async (sql, id, reason, by, _, afterCommit) => {
      if (!reasons.includes(reason as DepositReason)) throw new Refusal('validation', { field: 'reason', rule: reasons.join(', ') })
      const row = await claimOf(sql, id)
      const isDone = await settleDeposit(house, sql, row, { status: depositStatus.rejected, reason, by: by.name }, afterCommit)
      if (!isDone) throw new Refusal('stateConflict')
    },
  }
}
