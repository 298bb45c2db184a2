/** State codes of the wire, each named once; what leads from one to the next stands in the paper of its domain, here docs/rules/contracts.md. */
export const positionStatus = { pending: 0, running: 1, settling: 2, closed: 3, cancelled: 4 } as const

/** Why a position was closed or a waiting order cancelled; from 10 on: why a waiting order may not be filled any more. */
export const closeReason = {
  user: 1,
  takeProfit: 2,
  stopLoss: 3,
  marginInsufficient: 4,
  expiry: 5,
  delisting: 6,
  demoReset: 7,
  creditOpen: 8,
  competition: 9,
  ownBreak: 10,
  verificationEnded: 11,
  country: 12,
  halt: 13,
  ownLimit: 14,
  rule: 15,
} as const
export const direction = { long: 1, short: 2 } as const
export const orderType = { market: 1, limit: 2 } as const
export const posType = { spot: 1, contract: 2, option: 3, instantSpot: 4, fastTrade: 5 } as const

/** Types of a balance record. Only those that something posts are here. */
export const balanceRecordType = {
  deposit: 1,
  withdrawHold: 2,
  withdrawPaid: 3,
  withdrawRefund: 4,
  fee: 5,
  marginLock: 6,
  marginRelease: 7,
  realisedProfit: 8,
  funding: 9,
  spotBuy: 10,
  spotSell: 11,
  swapOut: 12,
  swapIn: 13,
  secondStake: 14,
  secondPayout: 15,
  secondRefund: 16,
  productBuy: 17,
  income: 18,
  redemption: 19,
  exitFee: 20,
  minerBuy: 21,
  minerOutput: 22,
  ieoPay: 23,
  ieoTokens: 24,
  loanPaidOut: 25,
  principalRepaid: 26,
  interest: 27,
  collateralLock: 28,
  collateralRelease: 29,
  collateralSold: 30,
  levelBonus: 31,
  envelope: 32,
  teamIncome: 33,
  taskReward: 34,
  prize: 35,
  demoReset: 36,
  adjustment: 37,
  lossCover: 38,
  optionPremium: 39,
  optionPayoff: 40,
  competitionFund: 41,
} as const
export type BalanceRecordType = (typeof balanceRecordType)[keyof typeof balanceRecordType]

/** Second contracts (docs/rules/timed-contracts.md). 2 is the time between closeSec and the booking. */
export const secondContractStatus = { running: 1, settling: 2, settled: 3 } as const
export const secondContractResult = { none: 0, win: 1, lose: 2, tie: 3, void: 4 } as const
export type SecondContractResult = (typeof secondContractResult)[keyof typeof secondContractResult]
export const secondContractDirection = { up: 1, down: 2 } as const

export const feedModes = ['LIVE', 'DERIVED', 'SIM', 'CLOSED'] as const
/** Why a live market is closed outside of its hours: too few price sources are set up, or too few of them answer now. */
export const unscheduledMarketClosureReasons = ['sources', 'silent'] as const
export type UnscheduledMarketClosureReason = (typeof unscheduledMarketClosureReasons)[number]
export type FeedMode = (typeof feedModes)[number]

/** Withdrawals (docs/rules/deposits-and-withdrawals.md): 0 under review or on its way. */
export const withdrawalStatus = { waiting: 0, paid: 2, rejected: -1, failed: -2, cancelled: -3 } as const
export type WithdrawalStatus = (typeof withdrawalStatus)[keyof typeof withdrawalStatus]

/** Deposits (docs/rules/deposits-and-withdrawals.md). */
export const depositStatus = { underReview: 0, credited: 1, rejected: -1, failed: -2 } as const

/** Earn products (docs/rules/earn.md). */
export const earnProductType = { arbitrage: 1, pledge: 2, quant: 3, miner: 4, debt: 5 } as const
export type EarnProductType = (typeof earnProductType)[keyof typeof earnProductType]
export const earnProductStatus = { upcoming: 0, open: 1, soldOut: 2, closed: 3 } as const
export const productOrderStatus = { notStarted: 0, running: 1, ended: 2, frozen: 3, cancelled: 4, exiting: 5, defaulted: 6 } as const
export type ProductOrderStatus = (typeof productOrderStatus)[keyof typeof productOrderStatus]
/** A borrower's project. */
export const debtProjectStatus = { upcoming: 0, raising: 1, repaying: 2, repaid: 3, failed: -1, defaulted: -2 } as const
/** Subscriptions of new tokens (docs/rules/token-sales.md): the project and a person's order. */
export const ieoStatus = { upcoming: 0, subscribing: 1, drawing: 2, paying: 3, unlocking: 4, finished: 5, cancelled: -1 } as const
export const ieoOrderStatus = { applied: 0, won: 1, notWon: 2, paid: 3, unlocking: 4, done: 5, cancelled: -1, lapsed: -2 } as const
/** Loans (docs/rules/loans.md). */
export const loanKind = { credit: 1, pledge: 2 } as const
export const loanStatus = {
  pendingReview: 0,
  underReview: 1,
  passed: 2,
  paid: 3,
  settled: 4,
  overdue: 5,
  rejected: -1,
  cancelled: -2,
  liquidated: -3,
} as const
/** Competitions (docs/rules/competitions.md): -3 is one's own entry after leaving. */
export const competitionStatus = { upcoming: 0, running: 1, ended: -2, exited: -3 } as const
