import { Refusal } from '#contract/refusals.ts'
import type { NonPositionPreviewHandlers } from '#server/trading/previewers.ts'

const none = () => Promise.reject(new Refusal('notFound'))

/** For a fixture that has only some of the domains: what it leaves out cannot be previewed. */
export const noPreviewers: NonPositionPreviewHandlers = {
  second: none,
  withdraw: none,
  product: none,
  miner: none,
  ieoApply: none,
  ieoPay: none,
  loanCredit: none,
  loanPledge: none,
}
