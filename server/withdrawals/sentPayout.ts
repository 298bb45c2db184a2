import type { Sql } from '#db/database.ts'
import type { SentPayout } from './payout.ts'
import { arrivalAmountOf } from './serialize.ts'
import type { WithdrawalRow } from './store.ts'

/** A later transaction of a withdrawal: the same number of its sender, a higher fee. */
interface TryRow {
  withdrawal_id: string
  raw_tx: string
  tx_hash: string
  signed_ms: string
}

/** The later transactions of these withdrawals, oldest first; most have none. */
export const readPayoutFeeBumps = (sql: Sql, ids: readonly string[]): Promise<TryRow[]> =>
  sql.query<TryRow>(
    'select withdrawal_id, raw_tx, tx_hash, signed_ms from withdrawal_try where withdrawal_id = any($1::bigint[]) order by id',
    [ids],
  )

/** What a payer needs to find it again: the newest of its transactions, and the hashes of those before. */
export function sentPayoutOf(row: WithdrawalRow, tries: readonly TryRow[] = []): SentPayout {
  const { id, raw_tx, tx_hash, signed_ms } = row
  if (raw_tx === null || tx_hash === null) throw new Error(`withdrawal ${id} is not signed`)
  const later = tries.filter(({ withdrawal_id }) => withdrawal_id === id)
  const newest = later.at(-1) ?? { raw_tx, tx_hash, signed_ms }
  return {
    id,
    currency: row.currency,
    chainType: row.chain_type,
    address: row.address,
    memo: row.memo,
    amount: arrivalAmountOf(row),
    rawTx: newest.raw_tx,
    txHash: newest.tx_hash,
    earlier: [tx_hash, ...later.map((each) => each.tx_hash)].slice(0, -1),
    from: row.payer_address ?? '',
    needConfirmations: row.need_confirmations,
    nonce: row.nonce === null ? null : Number(row.nonce),
    signedMs: Number(newest.signed_ms),
  }
}
