import { Refusal } from '#contract/refusals.ts'
import type { Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import { compareDecimals, q8 } from '#rules/decimal.ts'
import type { SeenChainTransfer } from './chains/chain.ts'
import type { DepositRow } from './deposit.ts'

/** A transfer to a shared address that is nobody's by its number. */
interface Stray {
  amount: Decimal
  memo: string
  claim_id: string | null
}

/** Writes down what came to an address of ours and belongs to nobody, for whoever decides on a claim of it. */
export const recordUnattributedTransfer = (
  sql: Sql,
  chain: string,
  { txHash, logIndex, currency, amount, to, memo, block }: SeenChainTransfer,
  nowMs: number,
) =>
  sql.query(
    `insert into stray_transfer (chain, tx_hash, log_index, currency, amount, address, memo, block_number, seen_ms)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (chain, tx_hash, log_index) do update set block_number = excluded.block_number`,
    [chain, txHash, logIndex, currency, amount, to, memo ?? '', block.number, nowMs],
  )

type Claimed = Pick<DepositRow, 'id' | 'chain' | 'tx_hash' | 'currency' | 'money'>

const strayOf = async (sql: Sql, { chain, tx_hash, currency }: Claimed): Promise<Stray | undefined> => {
  const [stray] = await sql.query<Stray>(
    'select amount, memo, claim_id from stray_transfer where chain = $1 and tx_hash = $2 and currency = $3 for update',
    [chain, tx_hash, currency],
  )
  return stray
}

/** What staff read beside a claim, where the chain shows its transfer. */
export async function describeUnattributedTransfers(sql: Sql, rows: readonly Claimed[]): Promise<Map<string, string>> {
  const found = await sql.query<Stray & { id: string; currency: string }>(
    `select d.id, s.currency, s.amount, s.memo, s.claim_id from deposit d
       join stray_transfer s on s.chain = d.chain and s.tx_hash = d.tx_hash and s.currency = d.currency where d.id = any($1::bigint[])`,
    [rows.map(({ id }) => id)],
  )
  return new Map(
    found.map(({ id, currency, amount, memo, claim_id }) => {
      const number = memo === '' ? 'without a number' : `with the number ${memo}, which nobody has`
      return [id, `${q8(amount)} ${currency} ${number}${claim_id === null ? '' : ', given to another claim'}`]
    }),
  )
}

/** Gives a transfer that the chain shows to this claim. Refuses validation for another amount, and for one that was given already. */
export async function assignUnattributedTransferToClaim(sql: Sql, claim: Claimed): Promise<void> {
  const stray = await strayOf(sql, claim)
  if (!stray) return
  if (stray.claim_id !== null) throw new Refusal('validation', { field: 'txHash', rule: 'it was given to another claim' })
  if (compareDecimals(q8(stray.amount), claim.money) !== 0)
    throw new Refusal('validation', { field: 'money', rule: `the chain shows ${q8(stray.amount)} ${claim.currency}` })
  await sql.query('update stray_transfer set claim_id = $4 where chain = $1 and tx_hash = $2 and currency = $3', [
    claim.chain,
    claim.tx_hash,
    claim.currency,
    claim.id,
  ])
}
