/** State codes of the wire, each named once (product §1.2–§1.5). */
export const positionStatus = { pending: 0, running: 1, settling: 2, closed: 3, cancelled: 4 } as const

export const closeReason = { user: 1, takeProfit: 2, stopLoss: 3, marginInsufficient: 4, expiry: 5, delisting: 6, demoReset: 7 } as const
export const direction = { long: 1, short: 2 } as const
export const orderType = { market: 1, limit: 2 } as const
export const posType = { spot: 1, contract: 2, option: 3, instantSpot: 4, fastTrade: 5 } as const

/** Types of a balance record (call 47). Only those that something posts are here. */
export const recordType = {
  fee: 5,
  marginLock: 6,
  marginRelease: 7,
  realisedProfit: 8,
  demoReset: 36,
  lossCover: 38,
} as const
export type RecordType = (typeof recordType)[keyof typeof recordType]

export const feedMode = ['LIVE', 'DERIVED', 'SIM', 'CLOSED'] as const
export type FeedMode = (typeof feedMode)[number]
