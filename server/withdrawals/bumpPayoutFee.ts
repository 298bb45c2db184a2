import type { AppContext } from '../core/appContext.ts'
import { type PayoutPayer, type SentPayout, type SignedPayout, tryAcquirePayoutSigningLock } from './payout.ts'
import { sentPayoutOf, readPayoutFeeBumps } from './sentPayout.ts'
import { updateWithdrawal, lockWithdrawal } from './store.ts'

/** So long after it was signed, one that no block has is offered again for more. */
export const payoutStuckAfterMs = 5 * 60_000

/**
 * Signs the same payment once more under the same number, at a higher fee, then stores it; nothing has left when this fails or its server
 * dies, and a chain takes one of them at most. Undefined where another server was quicker, where it is over, or where a higher fee would
 * not help.
 */
export async function signAndStorePayoutFeeBump(app: AppContext, payer: PayoutPayer, sent: SentPayout): Promise<SentPayout | undefined> {
  if (!payer.raise || app.clock.now() - sent.signedMs < payoutStuckAfterMs) return undefined
  const raise = payer.raise.bind(payer)
  return app.db.transaction(async (sql) => {
    if (!(await tryAcquirePayoutSigningLock(sql, { name: payer.name, address: sent.from }))) return undefined
    if ((await readPayoutFeeBumps(sql, [sent.id])).length !== sent.earlier.length) return undefined
    const raised = await raise(sent)
    return raised && storeRaised(app, sent, raised)
  })
}

const storeRaised = (app: AppContext, { id, earlier }: SentPayout, { rawTx, txHash }: SignedPayout): Promise<SentPayout | undefined> =>
  app.db.transaction(async (sql) => {
    const row = await lockWithdrawal(sql, id)
    if (!row || row.final_ms !== null || (await readPayoutFeeBumps(sql, [id])).length !== earlier.length) return undefined
    const now = app.clock.now()
    await sql.query('insert into withdrawal_try (withdrawal_id, raw_tx, tx_hash, signed_ms) values ($1, $2, $3, $4)', [
      id,
      rawTx,
      txHash,
      now,
    ])
    return sentPayoutOf(await updateWithdrawal(sql, id, { sent_hash: txHash }, now), await readPayoutFeeBumps(sql, [id]))
  })
