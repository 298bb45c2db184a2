/** State codes of the wire, each named once (product §1.2–§1.5). */
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
  contest: 9,
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

/** Types of a balance record (call 47). Only those that something posts are here. */
export const recordType = {
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
  contestFund: 41,
} as const
export type RecordType = (typeof recordType)[keyof typeof recordType]

/** Second contracts (product §2.6). 2 is the time between closeSec and the booking. */
export const secondStatus = { running: 1, settling: 2, settled: 3 } as const
export const secondResult = { none: 0, win: 1, lose: 2, tie: 3, void: 4 } as const
export type SecondResult = (typeof secondResult)[keyof typeof secondResult]
export const secondType = { up: 1, down: 2 } as const

export const feedMode = ['LIVE', 'DERIVED', 'SIM', 'CLOSED'] as const
/** Why a live market is closed outside of its hours: too few price sources are set up, or too few of them answer now. */
export const closedBecause = ['sources', 'silent'] as const
export type ClosedBecause = (typeof closedBecause)[number]
export type FeedMode = (typeof feedMode)[number]

/** Withdrawals (product §2.13): 0 under review or on its way. */
export const withdrawalStatus = { waiting: 0, paid: 2, rejected: -1, failed: -2, cancelled: -3 } as const
export type WithdrawalStatus = (typeof withdrawalStatus)[keyof typeof withdrawalStatus]

/** Deposits (requirements §4, product §2.13). */
export const depositStatus = { underReview: 0, credited: 1, rejected: -1, failed: -2 } as const

/** Earn products (product §1.4, §2.9). */
export const productType = { arbitrage: 1, pledge: 2, quant: 3, miner: 4, debt: 5 } as const
export type ProductType = (typeof productType)[keyof typeof productType]
export const productStatus = { upcoming: 0, open: 1, soldOut: 2, closed: 3 } as const
export const productOrderStatus = { notStarted: 0, running: 1, ended: 2, frozen: 3, cancelled: 4, exiting: 5, defaulted: 6 } as const
export type ProductOrderStatus = (typeof productOrderStatus)[keyof typeof productOrderStatus]
/** A borrower's project. */
export const debtStatus = { upcoming: 0, raising: 1, repaying: 2, repaid: 3, failed: -1, defaulted: -2 } as const
/** Subscriptions of new tokens (product §2.11): the project and a person's order. */
export const ieoStatus = { upcoming: 0, subscribing: 1, drawing: 2, paying: 3, unlocking: 4, finished: 5, cancelled: -1 } as const
export const ieoOrderStatus = { applied: 0, won: 1, notWon: 2, paid: 3, unlocking: 4, done: 5, cancelled: -1, lapsed: -2 } as const
/** Loans (product §1.9, §2.12). */
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
/** Competitions (requirements §4): -3 is one's own entry after leaving. */
export const competitionStatus = { upcoming: 0, running: 1, ended: -2, exited: -3 } as const
