/** Values of docs/rules/{accounts,interface,wire}.md that both sides use. Units last in every name. */
export const requestTimeoutMs = 60_000
export const loadingOverlayMinVisibleMs = 300
export const toastMs = 2_000
export const activityReportIntervalMs = 3_600_000
export const activityReportCheckIntervalMs = 60_000
export const mobileLayoutMaxWidthPx = 575
export const sessionTokenStorageKey = 'token'
/** Where this device keeps its app lock. */
export const appLockStorageKey = 'app-lock'
export const languageStorageKey = 'lang'
/** Where other apps post what is shared with this one: the manifest's share target, answered by the worker. */
export const shareTargetPath = '/share'
/** Storage key of what was searched for on this device. */
export const recentSearchesStorageKey = 'recent-searches'
export const activityReportTimeStorageKey = 'active-report-time'
export const ledgerScale = 8
export const requestBodyLimitBytes = 64 * 1024
/** A record older than this may be shown, marked stale, but not traded on (docs/rules/prices.md). */
export const priceStaleAfterMs = 3_000
export const verificationCodeResendSeconds = 60
export const verificationCodeExpireSeconds = 600
/** In the sandbox nobody looks at cases: they are decided by themselves this long after they came. */
export const sandboxReviewSeconds = 8
/**
 * Book numbers, `accountType` on the wire (docs/rules/environments.md); the third is that of a competition entry, for contracts alone, with
 * `compId` for the competition.
 */
export const accountTypes = { real: 1, demo: 2, competition: 3 } as const
export const demoFundUsdt = '100000'
/** Close-out when equity falls to this share of the initial margin (docs/rules/contracts.md). */
export const closeOutEquityRatio = '0.5'
export const slippageDefaultBps = 50
export const slippageMaxBps = 200
export const orderPreviewExpireMs = 15_000
/** An instant order's price is firm for this long (docs/rules/spot.md). */
export const instantSpotPriceFirmMs = 5_000
/** A limit order waits this long for its price (docs/rules/{spot,contracts}.md). */
export const limitOrderExpiryDays = 30
/** A flash exchange's price is firm for this long (docs/rules/swaps.md). */
export const swapQuoteMs = 10_000
/** What an inviter gets of the trading fees that direct invitees pay, for twelve months (docs/rules/levels-and-team.md). */
export const inviterFeeRebateRate = '0.2'
export const userAgreementVersion = '2'
/** Articles that everybody agrees to, with the version that holds; a new one is agreed to before anything new is opened or bought. */
export const agreementVersions = { 'user-agreement': userAgreementVersion, 'risk-disclosure': '4' } as const
/** Second contracts with real money (docs/rules/timed-contracts.md): a stake, a day's stakes and a day's net loss at most, in USDT, and seconds between two orders. */
export const realSecondContractLimits = {
  stakeUsdt: '200',
  stakeDayUsdt: '500',
  lossDayUsdt: '200',
  betweenSeconds: 30,
  afterLossesSeconds: 60,
} as const

/** A name of a time zone as IANA writes it; whether there is such a zone it does not say. */
export const timeZoneNamePattern = /^[A-Za-z][\w+/-]*$/

/** A share of losing accounts is stated once there are so many days of data and so many accounts in it; before, the fixed sentence. */
export const retailLossShareMinDays = 90
export const retailLossShareMinAccounts = 100

/** The help article that says where what is offered, and why (docs/rules/countries.md). */
export const productCountriesArticleId = 'where-products-are-offered'
/** Its address, as a refusal names it. */
export const productCountriesArticlePath = `/articleDetail?id=${productCountriesArticleId}`

/** What a refused registration answers; a phone says it by itself, without the table of refusals. */
export const accountExistsRefusalCode = 4106

/** An article with as many headings has a table of contents. */
export const articleContentsMinHeadings = 3
