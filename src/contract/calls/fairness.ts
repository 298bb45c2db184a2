import * as z from 'zod/mini'
import { read } from '../call.ts'
import { decimal } from '../decimalSchema.ts'
import { intParam } from '../page.ts'
import { milliseconds } from '../timeSchema.ts'

const calendarDay = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))
const hex = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const symbol = z.string().check(z.maxLength(20))
const sec = intParam(0, 99_999_999_999)

/**
 * A signed head: `sig` is ES256 (base64 of r‖s) over `px-sth-v1|day|treeSize|root|ms`. `day` is the UTC+8 day of the records;
 * of a replayed file, the recorded day and the file's name: '2017-09-04@file.csv'.
 */
export const SignedHead = z.object({ day: z.string(), treeSize: z.int(), root: hex, ms: milliseconds, sig: z.string(), kid: z.string() })
export type SignedHead = z.output<typeof SignedHead>

/** A leaf, its place, and the hashes that lead from it to the root of the head. */
export const RecordProof = z.object({ leaf: z.string(), leafIndex: z.int(), treeSize: z.int(), path: z.array(hex), head: SignedHead })
export type RecordProof = z.output<typeof RecordProof>

const jwk = z.object({ kty: z.literal('EC'), crv: z.literal('P-256'), x: z.string(), y: z.string() })
const publishedKey = { kid: z.string(), publicKeyJwk: jwk, since: milliseconds }

/** What one of the house's accounts holds, and what it must be enough for; null where nothing is counted against it. */
const Reserve = z.object({
  /** COVER, RESERVE, RESERVE_SECOND, RESERVE_OPTION, RESERVE_EARN, LOAN_POOL. */
  account: z.string(),
  currency: z.string(),
  balance: decimal,
  /** RESERVE_EARN: what all running orders may ask for in one day, and a tenth of what is in funds. Others: all that open orders could be paid. */
  covers: z.nullable(decimal),
  /** balance ÷ covers. */
  coverage: z.nullable(decimal),
})
export type Reserve = z.output<typeof Reserve>

/** `sig` is ES256 over `fair-reserves-v1|ms` and a line `account|currency|balance|covers` for each, '-' for null, joined by line feeds. */
const SignedReserves = z.object({ reserves: z.array(Reserve), ms: milliseconds, kid: z.string(), sig: z.string() })
export type SignedReserves = z.output<typeof SignedReserves>

/** A figure of our terms and since when. */
const Term = z.object({
  /** contract, spot, swap, option, second, loan, product, level, withdrawal. */
  area: z.string(),
  /** What it is of: a market, a market and seconds, a set and days, a product, a currency and network. */
  subject: z.string(),
  /** odds, feeRate, spreadBps, dailyRate, fee, min … */
  name: z.string(),
  /** A fraction unless the name says otherwise; of withdrawals in the currency. Null: not offered any more. */
  value: z.nullable(decimal),
  /** 0: from the beginning. A moment that has not come is an announced change. */
  fromMs: milliseconds,
  publishedMs: milliseconds,
  /** `release` with a new version of the software, `staff` announced by our staff. */
  by: z.enum(['release', 'staff']),
  /** An announced change that was called off before it began. */
  calledOffMs: z.nullable(milliseconds),
})
export type Term = z.output<typeof Term>

/**
 * `sig` is ES256 over `fair-terms-v1|ms` and a line `area|subject|name|value|fromMs|publishedMs|by|calledOffMs` for each, '-' for null,
 * joined by line feeds.
 */
const SignedTerms = z.object({ terms: z.array(Term), ms: milliseconds, kid: z.string(), sig: z.string() })
export type SignedTerms = z.output<typeof SignedTerms>

const share = z.nullable(decimal)
const count = z.int()
const reasons = z.array(z.object({ reason: z.string(), count }))

/**
 * Second contracts of one book. `implied` is what the published price record says of those `compared` with it, whose seconds were still kept; χ²
 * between that and how they are booked must be 0, and an order with another price than the record's adds one. Money in USDT.
 */
const SecondStats = z.object({
  settled: count,
  wins: count,
  losses: count,
  ties: count,
  voids: count,
  implied: z.object({ wins: count, losses: count, ties: count, voids: count }),
  /** Numbers that were signed before they were compared with the record have none. */
  compared: z.optional(count),
  chiSquare: decimal,
  /** Of wins and losses, a fraction; null without any. */
  winShare: share,
  staked: decimal,
  /** What people got beyond their stakes; below zero when they lost. */
  usersNet: decimal,
  /** What the odds alone would have brought them had prices been a coin toss. */
  expectedNet: decimal,
})
export type SecondStats = z.output<typeof SecondStats>

/** The public numbers (product §3.9) of the time from `fromMs` to `toMs`, the beginning of `day` (UTC+8). */
export const FairStats = z.object({
  day: z.string(),
  fromMs: milliseconds,
  toMs: milliseconds,
  /** Of people who closed contracts with real money; `share` of them lost. Null before there are 90 days and 100 accounts. */
  retail: z.object({ people: count, losing: count, share, sinceMs: z.nullable(milliseconds) }),
  seconds: z.object({ real: SecondStats, demo: SecondStats }),
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
export type FairStats = z.output<typeof FairStats>

/** `sig` is ES256 over `fair-stats-v1|ms|` and `text`, which is `stats` as JSON. */
const SignedStats = z.object({ stats: FairStats, text: z.string(), ms: milliseconds, kid: z.string(), sig: z.string() })
export type SignedStats = z.output<typeof SignedStats>

/** The price record that anyone can check (product §1.10, §3.3). All ours, all open, never kept: a stale answer proves nothing. */
export const fairness = {
  /** Call 160. `kid` is the key's RFC 7638 thumbprint; keys that led before stay published, newest first. */
  recordKey: read('/api/public/fair/key', {
    access: 'open',
    params: z.object({}),
    reply: z.object({ ...publishedKey, alg: z.literal('ES256'), previous: z.array(z.object(publishedKey)) }),
    kept: 'nowhere',
  }),
  /** Call 161: the newest signed head, of the running day unless told, and what the coming seeds were committed to. */
  recordHead: read('/api/public/fair/head', {
    access: 'open',
    params: z.object({ day: z.optional(z.string().check(z.maxLength(200))) }),
    reply: z.object({
      ...SignedHead.shape,
      simCommit: z.object({ today: z.nullable(z.string()), tomorrow: z.nullable(z.string()) }),
    }),
    kept: 'nowhere',
  }),
  /** Call 162: the leaves of one market from one second to another, both included, at most 3,600 seconds. */
  recordedTicks: read('/api/public/fair/ticks', {
    access: 'open',
    params: z.object({ symbol, from: sec, to: sec }),
    reply: z.array(z.string()),
    kept: 'nowhere',
  }),
  /** Call 163. Refuses notFound for a second without a record, recordNotSigned for one that no head covers yet. */
  recordProof: read('/api/public/fair/proof', {
    access: 'open',
    params: z.object({ symbol, sec }),
    reply: RecordProof,
    kept: 'nowhere',
  }),
  /** Call 164: RFC 6962 proof that the first `from` leaves of a day are unchanged among its first `to`. The running day unless told. */
  recordConsistency: read('/api/public/fair/consistency', {
    access: 'open',
    params: z.object({
      day: z.optional(z.string().check(z.maxLength(200))),
      from: intParam(1, 2_000_000_000),
      to: intParam(1, 2_000_000_000),
    }),
    reply: z.object({ day: z.string(), from: z.int(), to: z.int(), path: z.array(hex) }),
    kept: 'nowhere',
  }),
  /** Call 165: the day's commitment, and after the day its seed, so that anyone can recompute the simulated market. */
  simSeed: read('/api/public/fair/simSeed', {
    access: 'open',
    params: z.object({ day: calendarDay }),
    reply: z.object({ day: z.string(), commit: z.nullable(z.string()), seed: z.nullable(z.string()) }),
    kept: 'nowhere',
  }),
  /** Call 166: the numbers of the newest day, or of the one that is named; worked out once a day. Refuses notFound before there are any. */
  stats: read('/api/public/fair/stats', {
    access: 'open',
    params: z.object({ day: z.optional(calendarDay) }),
    reply: SignedStats,
    kept: 'nowhere',
  }),
  /** Call 168: every term that ever held, and those that are announced, newest first within each name; at most a minute old. */
  terms: read('/api/public/fair/terms', { access: 'open', params: z.object({}), reply: SignedTerms, kept: 'nowhere' }),
  /** Call 167: what the house holds for its promises in the REAL book, at most a minute old. */
  reserves: read('/api/public/fair/reserves', { access: 'open', params: z.object({}), reply: SignedReserves, kept: 'nowhere' }),
}
