import * as z from 'zod/mini'
import { defineGetCall } from '../call.ts'
import { decimalSchema } from '../decimalSchema.ts'
import { integerParamBetween } from '../page.ts'
import { epochMsSchema } from '../timeSchema.ts'

const calendarDay = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))
const hex = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const symbol = z.string().check(z.maxLength(20))
const sec = integerParamBetween(0, 99_999_999_999)

/**
 * A signed head: `sig` is ES256 (base64 of r‖s) over `px-sth-v1|day|treeSize|root|ms`. `day` is the UTC+8 day of the records;
 * of a replayed file, the recorded day and the file's name: '2017-09-04@file.csv'.
 */
export const SignedPriceRecordHead = z.object({
  day: z.string(),
  treeSize: z.int(),
  root: hex,
  ms: epochMsSchema,
  sig: z.string(),
  kid: z.string(),
})
export type SignedPriceRecordHead = z.output<typeof SignedPriceRecordHead>

/** A leaf, its place, and the hashes that lead from it to the root of the head. */
export const PriceRecordProof = z.object({
  leaf: z.string(),
  leafIndex: z.int(),
  treeSize: z.int(),
  path: z.array(hex),
  head: SignedPriceRecordHead,
})
export type PriceRecordProof = z.output<typeof PriceRecordProof>

const jwk = z.object({ kty: z.literal('EC'), crv: z.literal('P-256'), x: z.string(), y: z.string() })
const publishedKey = { kid: z.string(), publicKeyJwk: jwk, since: epochMsSchema }

/** What one of the house's accounts holds, and what it must be enough for; null where nothing is counted against it. */
const PublishedReserve = z.object({
  /**
   * COVER, RESERVE, RESERVE_SECOND, RESERVE_OPTION, RESERVE_EARN, LOAN_POOL, PRIZE, WELFARE, and CUSTODY: all that lies in custody, which covers what
   * people own, as the newest check of the ledger found it.
   */
  account: z.string(),
  currency: z.string(),
  balance: decimalSchema,
  /** RESERVE_EARN: what all running orders may ask for in one day, and a tenth of what is in funds. Others: all that open orders could be paid. */
  covers: z.nullable(decimalSchema),
  /** balance ÷ covers. */
  coverage: z.nullable(decimalSchema),
})
export type PublishedReserve = z.output<typeof PublishedReserve>

/** `sig` is ES256 over `fair-reserves-v1|ms` and a line `account|currency|balance|covers` for each, '-' for null, joined by line feeds. */
const SignedPublishedReserves = z.object({ reserves: z.array(PublishedReserve), ms: epochMsSchema, kid: z.string(), sig: z.string() })
export type SignedPublishedReserves = z.output<typeof SignedPublishedReserves>

/** A figure of our terms and since when. */
const PublishedTerm = z.object({
  /** contract, spot, swap, option, second, loan, product, level, withdrawal. */
  area: z.string(),
  /** What it is of: a market, a market and seconds, a set and days, a product, a currency and network. */
  subject: z.string(),
  /** odds, feeRate, spreadBps, dailyRate, fee, min … */
  name: z.string(),
  /** A fraction unless the name says otherwise; of withdrawals in the currency. Null: not offered any more. */
  value: z.nullable(decimalSchema),
  /** 0: from the beginning. A moment that has not come is an announced change. */
  fromMs: epochMsSchema,
  publishedMs: epochMsSchema,
  /** `release` with a new version of the software, `staff` announced by our staff. */
  by: z.enum(['release', 'staff']),
  /** An announced change that was called off before it began. */
  calledOffMs: z.nullable(epochMsSchema),
})
export type PublishedTerm = z.output<typeof PublishedTerm>

/**
 * `sig` is ES256 over `fair-terms-v1|ms` and a line `area|subject|name|value|fromMs|publishedMs|by|calledOffMs` for each, '-' for null,
 * joined by line feeds.
 */
const SignedPublishedTerms = z.object({ terms: z.array(PublishedTerm), ms: epochMsSchema, kid: z.string(), sig: z.string() })
export type SignedPublishedTerms = z.output<typeof SignedPublishedTerms>

const share = z.nullable(decimalSchema)
const count = z.int()
const reasons = z.array(z.object({ reason: z.string(), count }))

/**
 * Second contracts of one book. `implied` is what the published price record says of those `compared` with it, whose seconds were still kept; χ²
 * between that and how they are booked must be 0, and an order with another price than the record's adds one. Money in USDT.
 */
const SecondContractStatistics = z.object({
  settled: count,
  wins: count,
  losses: count,
  ties: count,
  voids: count,
  implied: z.object({ wins: count, losses: count, ties: count, voids: count }),
  /** Numbers that were signed before they were compared with the record have none. */
  compared: z.optional(count),
  chiSquare: decimalSchema,
  /** Of wins and losses, a fraction; null without any. */
  winShare: share,
  staked: decimalSchema,
  /** What people got beyond their stakes; below zero when they lost. */
  usersNet: decimalSchema,
  /** What the odds alone would have brought them had prices been a coin toss. */
  expectedNet: decimalSchema,
})
export type SecondContractStatistics = z.output<typeof SecondContractStatistics>

/** The public numbers (docs/rules/fair-dealing.md) of the time from `fromMs` to `toMs`, the beginning of `day` (UTC+8). */
export const FairDealingStats = z.object({
  day: z.string(),
  fromMs: epochMsSchema,
  toMs: epochMsSchema,
  /** Of people who closed contracts with real money; `share` of them lost. Null before there are 90 days and 100 accounts. */
  retail: z.object({ people: count, losing: count, share, sinceMs: z.nullable(epochMsSchema) }),
  seconds: z.object({ real: SecondContractStatistics, demo: SecondContractStatistics }),
  /** Contracts with real money by why they were closed. */
  closes: z.array(z.object({ reason: count, count })),
  /** Of the last 30 days. */
  withdrawals: z.object({
    paid: count,
    p50Seconds: z.nullable(count),
    p95Seconds: z.nullable(count),
    late: count,
    refused: reasons,
  }),
  /** Seconds of the last 30 days with a record, of all since the first. */
  feed: z.object({ recorded: count, seconds: count, uptime: share }),
  /** The newest nightly run that computed all settled orders again. */
  replay: z.nullable(z.object({ day: z.nullable(z.string()), checked: count, unproved: count, mismatches: count })),
  support: z.object({
    complaints: count,
    answered: count,
    medianAnswerSeconds: z.nullable(count),
    tickets: count,
    ticketMedianAnswerSeconds: z.nullable(count),
  }),
})
export type FairDealingStats = z.output<typeof FairDealingStats>

/** `sig` is ES256 over `fair-stats-v1|ms|` and `text`, which is `stats` as JSON. */
const SignedFairDealingStats = z.object({
  stats: FairDealingStats,
  text: z.string(),
  ms: epochMsSchema,
  kid: z.string(),
  sig: z.string(),
})
export type SignedFairDealingStats = z.output<typeof SignedFairDealingStats>

/** The newest nightly check of the ledger that ended (docs/rules/ledger.md). */
const PublishedLedgerCheck = z.object({
  /** When it ended; null before the first. */
  checkedMs: z.nullable(epochMsSchema),
  /** Whether every invariant held; null before the first. */
  holds: z.nullable(z.boolean()),
  /** Those that did not, I1 to I7. */
  broken: z.array(z.string()),
  /** Since when nothing opens and nothing is paid out because of what a check found; null when all is open. */
  haltedMs: z.nullable(epochMsSchema),
})
export type PublishedLedgerCheck = z.output<typeof PublishedLedgerCheck>

/** The price record that anyone can check (docs/rules/{fair-dealing,prices}.md). All ours, all open, never kept: a stale answer proves nothing. */
export const fairness = {
  /** `kid` is the key's RFC 7638 thumbprint; keys that led before stay published, newest first. */
  recordKey: defineGetCall('/api/public/fair/key', {
    access: 'open',
    params: z.object({}),
    reply: z.object({ ...publishedKey, alg: z.literal('ES256'), previous: z.array(z.object(publishedKey)) }),
    kept: 'nowhere',
  }),
  /** The newest signed head, of the running day unless told, and what the coming seeds were committed to. */
  recordHead: defineGetCall('/api/public/fair/head', {
    access: 'open',
    params: z.object({ day: z.optional(z.string().check(z.maxLength(200))) }),
    reply: z.object({
      ...SignedPriceRecordHead.shape,
      simCommit: z.object({ today: z.nullable(z.string()), tomorrow: z.nullable(z.string()) }),
    }),
    kept: 'nowhere',
  }),
  /** The leaves of one market from one second to another, both included, at most 3,600 seconds; of all, as they stand in the day's list, at most 300. */
  recordedTicks: defineGetCall('/api/public/fair/ticks', {
    access: 'open',
    params: z.object({ symbol: z.optional(symbol), from: sec, to: sec }),
    reply: z.array(z.string()),
    kept: 'nowhere',
  }),
  /** Where a second's price stands in the day's tree; of symbol PREV the first leaf of that second's day, `prev|day|leaves|root` of the last tree before it. Refuses notFound for a second without a record, recordNotSigned for one that no head covers yet. */
  recordProof: defineGetCall('/api/public/fair/proof', {
    access: 'open',
    params: z.object({ symbol, sec }),
    reply: PriceRecordProof,
    kept: 'nowhere',
  }),
  /** RFC 6962 proof that the first `from` leaves of a day are unchanged among its first `to`. The running day unless told. */
  recordConsistency: defineGetCall('/api/public/fair/consistency', {
    access: 'open',
    params: z.object({
      day: z.optional(z.string().check(z.maxLength(200))),
      from: integerParamBetween(1, 2_000_000_000),
      to: integerParamBetween(1, 2_000_000_000),
    }),
    reply: z.object({ day: z.string(), from: z.int(), to: z.int(), path: z.array(hex) }),
    kept: 'nowhere',
  }),
  /** The day's commitment, and after the day its seed, so that anyone can recompute the simulated market. */
  simSeed: defineGetCall('/api/public/fair/simSeed', {
    access: 'open',
    params: z.object({ day: calendarDay }),
    reply: z.object({
      day: z.string(),
      commit: z.nullable(z.string()),
      seed: z.nullable(z.string()),
      /** By which rule prices follow from the seed; promised with the commitment. */
      rule: z.nullable(z.enum(['sim1', 'sim2'])),
    }),
    kept: 'nowhere',
  }),
  /** The numbers of the newest day, or of the one that is named; worked out once a day. Refuses notFound before there are any. */
  stats: defineGetCall('/api/public/fair/stats', {
    access: 'open',
    params: z.object({ day: z.optional(calendarDay) }),
    reply: SignedFairDealingStats,
    kept: 'nowhere',
  }),
  /** Every term that ever held, and those that are announced, newest first within each name; at most a minute old. */
  terms: defineGetCall('/api/public/fair/terms', { access: 'open', params: z.object({}), reply: SignedPublishedTerms, kept: 'nowhere' }),
  /** Whether the ledger added up when all of it was checked last. */
  ledgerCheck: defineGetCall('/api/public/fair/ledger', {
    access: 'open',
    params: z.object({}),
    reply: PublishedLedgerCheck,
    kept: 'nowhere',
  }),
  /** What the house holds for its promises in the REAL book, at most a minute old. */
  reserves: defineGetCall('/api/public/fair/reserves', {
    access: 'open',
    params: z.object({}),
    reply: SignedPublishedReserves,
    kept: 'nowhere',
  }),
}
