import * as z from 'zod/mini'
import { Deposit } from '#contract/calls/deposits.ts'
import type { Decimal } from '#contract/decimal.ts'
import { asInstant } from '#contract/time.ts'
import { q8, zero } from '#rules/decimal.ts'
import type { AppContext } from '../core/appContext.ts'
import { simulatedChainName } from './chains/simulated.ts'

/** One row of the table `deposit`. */
export interface DepositRow {
  id: string
  order_no: string
  user_id: string
  currency: string
  chain_type: string
  chain: string
  money: Decimal
  /** Of it a claim has brought already. */
  claimed: Decimal
  credited: Decimal | null
  /** When it was claimed or seen; null where it had no price. */
  value_usdt: Decimal | null
  address: string
  tx_hash: string
  log_index: number
  block_number: string | null
  block_hash: string | null
  missing_from: string | null
  confirmations: number
  need_confirmations: number
  status: number
  source: Deposit['source']
  reason: string
  voucher: string[]
  due_ms: string | null
  /** When a claim that nobody decided in time was passed on. */
  escalated_ms: string | null
  decided_by: string
  created_ms: string
  updated_ms: string
}

/** The chain of a deposit by the sandbox's bank, which is none. */
export const simulatedBankChainName = 'simulated bank'

/** The row as the wire shows it (docs/rules/deposits-and-withdrawals.md). */
export const toDeposit = (row: DepositRow): Deposit => ({
  id: row.id,
  orderNo: row.order_no,
  currency: row.currency,
  chainType: row.chain_type,
  money: row.money,
  creditedMoney: row.credited ?? q8(zero),
  address: row.address,
  txHash: row.tx_hash,
  confirmations: row.confirmations,
  needConfirmations: row.need_confirmations,
  status: row.status,
  source: row.source,
  simulated: row.chain === simulatedChainName || row.chain === simulatedBankChainName,
  // What is confirmed is credited in the same breath, unless it waits for more.
  belowMin: row.status === 0 && row.source === 'chain' && row.confirmations >= row.need_confirmations,
  ...(row.reason !== '' && { reason: row.reason }),
  voucher: row.voucher,
  ...(row.due_ms !== null && row.status === 0 && { reviewBy: asInstant(Number(row.due_ms)) }),
  ...(row.escalated_ms !== null && row.status === 0 && { isLate: true }),
  createTime: asInstant(Number(row.created_ms)),
  updateTime: asInstant(Number(row.updated_ms)),
})

/** Tells the person's open streams what became of this deposit. Call it once that is safe. */
export const sendDepositEventToUser = ({ events }: Pick<AppContext, 'events'>, row: DepositRow): void =>
  events.toUser({ userId: row.user_id, event: { t: 'deposit', d: z.encode(Deposit, toDeposit(row)) } })
