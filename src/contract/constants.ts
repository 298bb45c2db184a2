/** The values of requirements §9 and product §0–§1 that both sides use. Units last in every name. */
export const requestTimeoutMs = 60_000
export const overlayMinimumMs = 300
export const toastMs = 2_000
export const activeReportEveryMs = 3_600_000
export const activeReportCheckMs = 60_000
export const desktopLimitPx = 575
export const tokenKey = 'token'
/** Where this device keeps its app lock (expectation 5). */
export const lockKey = 'app-lock'
export const languageKey = 'lang'
/** Where other apps post what is shared with this one: the manifest's share target, answered by the worker. */
export const sharePath = '/share'
/** Storage key of what was searched for on this device. */
export const searchesKey = 'recent-searches'
export const activeReportKey = 'active-report-time'
export const ledgerScale = 8
export const requestBodyLimitBytes = 64 * 1024
/** A record older than this may be shown, marked stale, but not traded on (product §2.2). */
export const staleAfterMs = 3_000
export const codeResendSeconds = 60
export const codeExpireSeconds = 600
/** In the sandbox nobody looks at cases: they are decided by themselves this long after they came. */
export const sandboxReviewSeconds = 8
/** Book numbers on the wire (`accountType`, product §0.1); the third is that of a competition entry, each with its `compId`, for contracts alone. */
export const book = { real: 1, demo: 2, contest: 3 } as const
export const demoFundUsdt = '100000'
/** Close-out when equity falls to this share of the initial margin (product §2.4). */
export const closeOutRatio = '0.5'
export const slippageDefaultBps = 50
export const slippageMaxBps = 200
export const previewExpireMs = 15_000
/** An instant order's price is firm for this long (product §2.3). */
export const instantFirmMs = 5_000
/** A limit order waits this long for its price (product §2.3, §2.4). */
export const limitDays = 30
/** A flash exchange's price is firm for this long (product §2.8). */
export const swapQuoteMs = 10_000
/** What an inviter gets of the trading fees that direct invitees pay, for twelve months (product §2.14). */
export const teamRebateRate = '0.2'
export const agreementVersion = '2'
/** Articles that everybody agrees to, with the version that holds; a new one is agreed to before anything new is opened or bought. */
export const agreementVersions = { 'user-agreement': agreementVersion, 'risk-disclosure': '4' } as const
/** Second contracts with real money (product §2.6): a stake, a day's stakes and a day's net loss at most, in USDT, and seconds between two orders. */
export const realSecondLimits = {
  stakeUsdt: '200',
  stakeDayUsdt: '500',
  lossDayUsdt: '200',
  betweenSeconds: 30,
  afterLossesSeconds: 60,
} as const

/** A name of a time zone as IANA writes it; whether there is such a zone it does not say. */
export const zoneShape = /^[A-Za-z][\w+/-]*$/

/** A share of losing accounts is stated once there are so many days of data and so many accounts in it; before, the fixed sentence. */
export const retailMinDays = 90
export const retailMinAccounts = 100
