import type { House } from '../house.ts'
import { type Payer, type SentPayout, type SignedPayout, takeSigningTurn } from './payout.ts'
import { sentOf, triesOf } from './sent.ts'
import { change, lockWithdrawal } from './store.ts'

/** So long after it was signed, one that no block has is offered again for more. */
export const stuckAfterMs = 5 * 60_000

/**
 * Signs the same payment once more under the same number, at a higher fee, then stores it; nothing has left when this fails or its server
 * dies, and a chain takes one of them at most. Undefined where another server was quicker, where it is over, or where a higher fee would
 * not help.
 */
export async function raiseOne(house: House, payer: Payer, sent: SentPayout): Promise<SentPayout | undefined> {
  if (!payer.raise || house.clock.now() - sent.signedMs < stuckAfterMs) return undefined
  const raise = payer.raise.bind(payer)
  return house.db.transaction(async (sql) => {
    if (!(await takeSigningTurn(sql, { name: payer.name, address: sent.from }))) return undefined
    if ((await triesOf(sql, [sent.id])).length !== sent.earlier.length) return undefined
    const raised = await raise(sent)
    return raised && storeRaised(house, sent, raised)
  })
}

const storeRaised = (house: House, { id, earlier }: SentPayout, { rawTx, txHash }: SignedPayout): Promise<SentPayout | undefined> =>
  house.db.transaction(async (sql) => {
    const row = await lockWithdrawal(sql, id)
    if (!row || row.final_ms !== null || (await triesOf(sql, [id])).length !== earlier.length) return undefined
    const now = house.clock.now()
    await sql.query('insert into withdrawal_try (withdrawal_id, raw_tx, tx_hash, signed_ms) values ($1, $2, $3, $4)', [
      id,
      rawTx,
      txHash,
      now,
    ])
    return sentOf(await change(sql, id, { sent_hash: txHash }, now), await triesOf(sql, [id]))
  })
