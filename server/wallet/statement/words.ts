import { balanceRecordType } from '#contract/states.ts'
import type { TranslatableText } from '../../core/i18n.ts'

/** What stands on a statement besides figures, by name. Every letter of them in every language is in the fonts beside this folder. */
export const statementTexts = {
  title: /*i18n*/ { id: 'statement.title', message: 'Account statement' },
  playMoney: /*i18n*/ { id: 'statement.playMoney', message: 'Sandbox · play money' },
  demoMoney: /*i18n*/ { id: 'statement.demoMoney', message: 'Demo book · play money' },
  demoBook: /*i18n*/ { id: 'statement.demoBook', message: 'Demo book' },
  realBook: /*i18n*/ { id: 'statement.realBook', message: 'Real book' },
  account: /*i18n*/ { id: 'statement.account', message: 'Account number' },
  book: /*i18n*/ { id: 'statement.book', message: 'Book' },
  period: /*i18n*/ { id: 'statement.period', message: 'Period' },
  made: /*i18n*/ { id: 'statement.made', message: 'Made on' },
  zone: /*i18n*/ { id: 'statement.zone', message: 'All times are UTC+8.' },
  summary: /*i18n*/ { id: 'statement.summary', message: 'By currency' },
  opening: /*i18n*/ { id: 'statement.opening', message: 'Opening balance' },
  change: /*i18n*/ { id: 'statement.change', message: 'Change' },
  fees: /*i18n*/ { id: 'statement.fees', message: 'Of which fees' },
  closing: /*i18n*/ { id: 'statement.closing', message: 'Closing balance' },
  records: /*i18n*/ { id: 'statement.records', message: 'All records' },
  none: /*i18n*/ { id: 'statement.none', message: 'Nothing moved in this period.' },
  page: /*i18n*/ { id: 'statement.page', message: 'Page {page} of {pages}' },
  time: /*i18n*/ { id: 'statement.time', message: 'Time (UTC+8)' },
  type: /*i18n*/ { id: 'statement.type', message: 'Type' },
  currency: /*i18n*/ { id: 'statement.currency', message: 'Currency' },
  bucket: /*i18n*/ { id: 'statement.bucket', message: 'Part of the balance' },
  amount: /*i18n*/ { id: 'statement.amount', message: 'Amount' },
  before: /*i18n*/ { id: 'statement.before', message: 'Before' },
  after: /*i18n*/ { id: 'statement.after', message: 'After' },
  orderNo: /*i18n*/ { id: 'statement.orderNo', message: 'Order number' },
  remark: /*i18n*/ { id: 'statement.remark', message: 'Remark' },
  record: /*i18n*/ { id: 'statement.record', message: 'Record' },
  posting: /*i18n*/ { id: 'statement.posting', message: 'Posting' },
} as const satisfies Record<string, TranslatableText>

/** A text that the app's catalog has too, where its id is its English. */
const shared = (message: string): TranslatableText => ({ id: message, message })

/** Record types by name, as the app calls them: src/widgets/money/recordWords.ts. */
export const statementRecordTypeTexts: Record<string, TranslatableText> = {
  deposit: shared('Deposit'),
  withdrawHold: shared('Withdrawal: set aside'),
  withdrawPaid: shared('Withdrawal: sent'),
  withdrawRefund: shared('Withdrawal: given back'),
  fee: shared('Fee'),
  marginLock: shared('Margin set aside'),
  marginRelease: shared('Margin given back'),
  realisedProfit: shared('Profit or loss'),
  funding: shared('Funding and overnight'),
  spotBuy: shared('Spot purchase'),
  spotSell: shared('Spot sale'),
  swapOut: shared('Swapped away'),
  swapIn: shared('Got by swapping'),
  secondStake: shared('Second contract: stake'),
  secondPayout: shared('Second contract: payout'),
  secondRefund: shared('Second contract: stake returned'),
  productBuy: shared('Product purchase'),
  income: shared('Income'),
  redemption: shared('Redemption'),
  exitFee: shared('Early exit fee'),
  minerBuy: shared('Mining machine'),
  minerOutput: shared('Mining output'),
  ieoPay: shared('New tokens: payment'),
  ieoTokens: shared('New tokens'),
  loanPaidOut: shared('Loan paid out'),
  principalRepaid: shared('Loan repaid'),
  interest: shared('Loan interest'),
  collateralLock: shared('Collateral locked'),
  collateralRelease: shared('Collateral given back'),
  collateralSold: shared('Collateral sold'),
  levelBonus: shared('Level bonus'),
  envelope: shared('Monday envelope'),
  teamIncome: shared('Team income'),
  taskReward: shared('Task reward'),
  prize: shared('Competition prize'),
  demoReset: shared('Demo money'),
  adjustment: shared('Correction by our staff'),
  lossCover: shared('Loss covered by the house'),
  optionPremium: shared('Option: premium'),
  optionPayoff: shared('Option: paid out'),
  competitionFund: shared('Competition: virtual fund'),
}

const textOfType = new Map<number, TranslatableText | undefined>(
  Object.entries(balanceRecordType).map(([name, type]) => [type, statementRecordTypeTexts[name]]),
)
export const statementRecordTypeTextOf = (type: number): TranslatableText => textOfType.get(type) ?? shared(String(type))

export const statementBucketTexts: Record<string, TranslatableText> = {
  AVAIL: shared('Available'),
  FROZEN: shared('Frozen'),
  MARGIN: shared('Margin'),
  INVEST: shared('Invested'),
  COLLATERAL: shared('Collateral'),
}
export const statementBucketTextOf = (bucket: string): TranslatableText => statementBucketTexts[bucket] ?? shared(bucket)
