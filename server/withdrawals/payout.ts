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

/** A stored transaction, as its payer needs it to look for it. */
export interface SentPayout extends PayoutOrder {
  rawTx: string
  txHash: string
  nonce: number | null
  needConfirmations: number
  signedMs: number
}

/**
 * `unseen`: in no block, and may still come. `included`: so deep. `reverted`: included, so deep, and it moved nothing.
 * `lost`: it can never be included, because its sender's number is spent by another, deep enough.
 */
export type Fate = { kind: 'unseen' } | { kind: 'included' | 'reverted'; confirmations: number } | { kind: 'lost' }

/** One way in which money leaves. It holds no key of its own. */
export interface Payer {
  name: string
  /** Whose money it sends; '' where senders have no numbers. */
  address: string
  sends(currency: string, chainType: string): boolean
  /**
   * Makes the transaction and shows it to nobody. `usedNonce` is the highest number that is stored for this sender. Throws when it cannot
   * be made now; nothing has happened then.
   */
  sign(order: PayoutOrder, usedNonce: number | undefined): Promise<SignedPayout>
  /** Sends a stored transaction; again is harmless. */
  broadcast(sent: SentPayout): Promise<void>
  fate(sent: SentPayout, nowMs: number): Promise<Fate>
  /** So deep nothing is undone any more, and nobody looks after it. */
  finalAt(needConfirmations: number): number
}

/** The highest number that was given to a stored transaction of this sender. */
export async function usedNonce(sql: Sql, { name, address }: Payer): Promise<number | undefined> {
  const [row] = await sql.query<{ nonce: string | null }>(
    'select max(nonce) as nonce from withdrawal where payer = $1 and payer_address = $2',
    [name, address],
  )
  return row?.nonce == null ? undefined : Number(row.nonce)
}
