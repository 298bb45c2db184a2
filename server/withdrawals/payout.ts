import type { Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'

/** What is to be sent, and where. */
export interface PayoutOrder {
  id: string
  currency: string
  chainType: string
  address: string
  memo: string
  /** In the currency. */
  amount: Decimal
}

/** A transaction that is stored before anybody else sees it: sending it again can never send twice. */
export interface SignedPayout {
  rawTx: string
  txHash: string
  nonce: number | null
}

/** A stored transaction, the newest of its payout, as its payer needs it to look for it. */
export interface SentPayout extends PayoutOrder {
  rawTx: string
  txHash: string
  /** Of those with the same number and a lower fee, oldest first: any one may be the one that a block takes. */
  earlier: readonly string[]
  nonce: number | null
  /** Whose money it moves. */
  from: string
  needConfirmations: number
  signedMs: number
}

/** What is stored already of a sender. */
export interface PayoutSenderState {
  /** The highest number that was given to a transaction. */
  usedNonce: number | undefined
  /** Transactions that do not count as settled yet: some may still have to be paid. */
  unsettled: readonly string[]
}

/**
 * `unseen`: in no block, and may still come. `included`: `txHash` is, so deep. `reverted`: included, so deep, and it moved nothing.
 * `lost`: it can never be included, because another one is seen to have spent its sender's number, deep enough.
 */
export type PayoutOutcome = { kind: 'unseen' } | { kind: 'included' | 'reverted'; txHash: string; confirmations: number } | { kind: 'lost' }

/** One way in which money leaves. It holds no key of its own. */
export interface PayoutPayer {
  name: string
  /** Whose money it sends from now on; '' where senders have no numbers. */
  address: string
  sends(currency: string, chainType: string): boolean
  /** Makes the transaction and shows it to nobody. Throws when it cannot be made now; nothing has happened then. */
  sign(order: PayoutOrder, standing: PayoutSenderState): Promise<SignedPayout>
  /** Sends a stored transaction; again is harmless. */
  broadcast(sent: SentPayout): Promise<void>
  /**
   * The same payment under the same number, at a higher fee, shown to nobody; undefined where that would not help. Absent where fees do
   * not decide when it is carried out.
   */
  raise?(sent: SentPayout): Promise<SignedPayout | undefined>
  fate(sent: SentPayout, nowMs: number): Promise<PayoutOutcome>
  /** So deep nothing is undone any more, and nobody looks after it. */
  finalAt(needConfirmations: number): number
}

const signLock = 1027
/** Longer than a node and a signer take to answer or to be given up. */
const mostSigningMs = 300_000

/**
 * One server at a time signs for a sender, so that each number is used once: until this transaction ends, which only waits and would be
 * ended by the database as forgotten. False while another server has it.
 */
export async function tryAcquirePayoutSigningLock(sql: Sql, { name, address }: Pick<PayoutPayer, 'name' | 'address'>): Promise<boolean> {
  const [turn] = await sql.query<{ set_config: string; mine: boolean }>(
    `select set_config('idle_in_transaction_session_timeout', $3, true), pg_try_advisory_xact_lock($1, hashtext($2)) as mine`,
    [signLock, `${name} ${address}`, String(mostSigningMs)],
  )
  return turn?.mine === true
}

/** What a payer must know to sign the next one. */
export async function readPayoutSenderState(sql: Sql, { name, address }: PayoutPayer): Promise<PayoutSenderState> {
  const [row] = await sql.query<{ nonce: string | null; unsettled: string[] | null }>(
    `select max(nonce) as nonce, array_agg(coalesce(
       (select raw_tx from withdrawal_try where withdrawal_id = withdrawal.id order by withdrawal_try.id desc limit 1), raw_tx
     )) filter (where phase = 'signed') as unsettled
     from withdrawal where payer = $1 and payer_address = $2`,
    [name, address],
  )
  return { usedNonce: row?.nonce == null ? undefined : Number(row.nonce), unsettled: row?.unsettled ?? [] }
}
