import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { balanceRecordType } from '#contract/states.ts'

/** What each type of balance record is called (docs/rules/ledger.md). */
const typeWords = {
  deposit: msg`Deposit`,
  withdrawHold: msg`Withdrawal: set aside`,
  withdrawPaid: msg`Withdrawal: sent`,
  withdrawRefund: msg`Withdrawal: given back`,
  fee: msg`Fee`,
  marginLock: msg`Margin set aside`,
  marginRelease: msg`Margin given back`,
  realisedProfit: msg`Profit or loss`,
  funding: msg`Funding and overnight`,
  spotBuy: msg`Spot purchase`,
  spotSell: msg`Spot sale`,
  swapOut: msg`Swapped away`,
  swapIn: msg`Got by swapping`,
  secondStake: msg`Second contract: stake`,
  secondPayout: msg`Second contract: payout`,
  secondRefund: msg`Second contract: stake returned`,
  productBuy: msg`Product purchase`,
  income: msg`Income`,
  redemption: msg`Redemption`,
  exitFee: msg`Early exit fee`,
  minerBuy: msg`Mining machine`,
  minerOutput: msg`Mining output`,
  ieoPay: msg`New tokens: payment`,
  ieoTokens: msg`New tokens`,
  loanPaidOut: msg`Loan paid out`,
  principalRepaid: msg`Loan repaid`,
  interest: msg`Loan interest`,
  collateralLock: msg`Collateral locked`,
  collateralRelease: msg`Collateral given back`,
  collateralSold: msg`Collateral sold`,
  levelBonus: msg`Level bonus`,
  envelope: msg`Monday envelope`,
  teamIncome: msg`Team income`,
  taskReward: msg`Task reward`,
  prize: msg`Competition prize`,
  demoReset: msg`Demo money`,
  adjustment: msg`Correction by our staff`,
  lossCover: msg`Loss covered by the house`,
  optionPremium: msg`Option: premium`,
  optionPayoff: msg`Option: paid out`,
  competitionFund: msg`Competition: virtual fund`,
} satisfies Record<keyof typeof balanceRecordType, MessageDescriptor>

/** Every type that can be filtered by, with its words. */
export const balanceRecordTypeOptions = Object.entries(balanceRecordType).map(([name, type]) => ({
  type: type as number,
  words: typeWords[name as keyof typeof typeWords],
}))

const unknownType = (type: number): MessageDescriptor => msg`Record of type ${type}`
export const balanceRecordTypeLabel = (type: number): MessageDescriptor =>
  balanceRecordTypeOptions.find((each) => each.type === type)?.words ?? unknownType(type)

/** The other side of money that is set aside or given back: what is seen in the part of the balance that holds it. */
const heldWords: Record<number, MessageDescriptor> = {
  [balanceRecordType.withdrawHold]: msg`Withdrawal: held`,
  [balanceRecordType.withdrawRefund]: msg`Withdrawal: no longer held`,
  [balanceRecordType.marginLock]: msg`Margin: held`,
  [balanceRecordType.marginRelease]: msg`Margin: no longer held`,
}

/** What one record is called; the two sides of one movement have names of their own. */
export const balanceRecordLabel = ({ type, bucket }: { type: number; bucket: string }): MessageDescriptor =>
  (bucket === 'AVAIL' ? undefined : heldWords[type]) ?? balanceRecordTypeLabel(type)

const bucketWords: Record<string, MessageDescriptor> = {
  AVAIL: msg`Available`,
  FROZEN: msg`Frozen`,
  MARGIN: msg`Margin`,
  INVEST: msg`Invested`,
  COLLATERAL: msg`Collateral`,
}

const unknownBucket = (bucket: string): MessageDescriptor => msg`Account ${bucket}`
/** Which part of a balance a record is about. */
export const balanceBucketLabel = (bucket: string): MessageDescriptor => bucketWords[bucket] ?? unknownBucket(bucket)
