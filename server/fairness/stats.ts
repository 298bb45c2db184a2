import { FairDealingStats, type SecondContractStatistics, type SignedFairDealingStats } from '#contract/calls/fairness.ts'
import { accountTypes, retailLossShareMinAccounts, retailLossShareMinDays } from '#contract/constants.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { asInstant, startOfServerDayAt, serverDayAt } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { add, divide, q8, truncate, zero } from '#rules/decimal.ts'
import { fairStatsSigningText } from '#rules/signedNumbers.ts'
import type { AppContext } from '../core/appContext.ts'
import { getOrCreatePublishedSigningKey } from '../core/signingKeys.ts'
import {
  type SecondContractOutcomeComparison,
  type SecondContractOutcomeCounts,
  secondContractResultCodes,
  compareSecondContractOutcomesWithRecord,
} from './outcomesByRecord.ts'

const dayMs = 86_400_000
const windowDays = 365
const shortDays = 30
const shareScale = 4
// Any number that no other lock has: one server at a time works them out.
const lockClass = 1068

/** Works out and signs the numbers of today, when nobody has. True when it did. What is written once never changes. */
export function tryWriteFairnessStats({ db, clock, market }: Pick<AppContext, 'db' | 'clock' | 'market'>): Promise<boolean> {
  return db.transaction(async (sql) => {
    const now = clock.now()
    const day = serverDayAt(now)
    const [mine] = await sql.query<{ ok: boolean }>('select pg_try_advisory_xact_lock($1, 0) as ok', [lockClass])
    if (!mine?.ok || (await readFairnessStats(sql, day))) return false
    const text = JSON.stringify(await computeStats(sql, day, startOfServerDayAt(now), market.feed))
    const key = await getOrCreatePublishedSigningKey(sql, now)
    await sql.query('insert into fair_stat (day, body, ms, kid, sig) values ($1, $2, $3, $4, $5)', [
      day,
      text,
      now,
      key.kid,
      key.sign(fairStatsSigningText(text, now)),
    ])
    return true
  })
}

/** The numbers of a day, or the newest. */
export async function readFairnessStats(sql: Sql, day?: string): Promise<SignedFairDealingStats | undefined> {
  const [row] = await sql.query<{ body: string; ms: string; kid: string; sig: string }>(
    `select body, ms, kid, sig from fair_stat where $1::text is null or day = $1 order by day desc limit 1`,
    [day ?? null],
  )
  if (!row) return undefined
  return { stats: FairDealingStats.parse(JSON.parse(row.body)), text: row.body, ms: asInstant(Number(row.ms)), kid: row.kid, sig: row.sig }
}

/** All of it, of the time before `toMs`: whoever asks again later finds the same. */
async function computeStats(sql: Sql, day: string, toMs: number, feed: string): Promise<FairDealingStats> {
  const fromMs = toMs - windowDays * dayMs
  return {
    day,
    fromMs: asInstant(fromMs),
    toMs: asInstant(toMs),
    retail: await retailOf(sql, fromMs, toMs),
    seconds: { real: await secondsOf(sql, accountTypes.real, fromMs, toMs), demo: await secondsOf(sql, accountTypes.demo, fromMs, toMs) },
    closes: await closesOf(sql, fromMs, toMs),
    withdrawals: await withdrawalsOf(sql, toMs - shortDays * dayMs, toMs),
    feed: await feedOf(sql, feed, toMs),
    replay: await replayOf(sql, toMs),
    support: await supportOf(sql, fromMs, toMs),
  }
}

const shareOf = (part: number, whole: number): Decimal | null =>
  whole === 0 ? null : truncate(divide(String(part), String(whole)), shareScale)

async function retailOf(sql: Sql, fromMs: number, toMs: number): Promise<FairDealingStats['retail']> {
  const [row] = await sql.query<{ people: number; losing: number; since_ms: string | null }>(
    `select count(*)::int as people, (count(*) filter (where net < 0))::int as losing, min(first_ms) as since_ms from (
       select sum(profit + covered - open_fee - close_fee + funding) as net, min(closed_ms) as first_ms from position
       where status = 3 and account_type = $1 and closed_ms >= $2 and closed_ms < $3 group by user_id) p`,
    [accountTypes.real, fromMs, toMs],
  )
  const { people, losing, since_ms } = row!
  const isLong = since_ms !== null && Number(since_ms) <= toMs - retailLossShareMinDays * dayMs
  return {
    people,
    losing,
    share: isLong && people >= retailLossShareMinAccounts ? shareOf(losing, people) : null,
    sinceMs: since_ms === null ? null : asInstant(Number(since_ms)),
  }
}

interface SecondRow {
  result: number
  count: number
  staked: Decimal
  net: Decimal
  expected: Decimal
}

async function secondsOf(sql: Sql, accountType: number, fromMs: number, toMs: number): Promise<SecondContractStatistics> {
  const rows = await sql.query<SecondRow>(
    `select result,
       count(*)::int as count, sum(money) as staked, sum(payout - money) as net,
       sum(case when result in (1, 2) then money * (odds - 1) / 2 else 0 end) as expected
     from second_order where status = 3 and account_type = $1 and settled_ms >= $2 and settled_ms < $3 group by 1`,
    [accountType, fromMs, toMs],
  )
  const countOf = (code: number): number => rows.filter(({ result }) => result === code).reduce((sum, { count }) => sum + count, 0)
  const booked: SecondContractOutcomeCounts = {
    wins: countOf(secondContractResultCodes.wins),
    losses: countOf(secondContractResultCodes.losses),
    ties: countOf(secondContractResultCodes.ties),
    voids: countOf(secondContractResultCodes.voids),
  }
  const sumOf = (name: 'staked' | 'net' | 'expected') => q8(rows.reduce<Decimal>((sum, row) => add(sum, row[name]), zero))
  const byRecord = await compareSecondContractOutcomesWithRecord(sql, accountType, fromMs, toMs)
  return {
    settled: rows.reduce((sum, { count }) => sum + count, 0),
    ...booked,
    implied: byRecord.implied,
    compared: Object.values(byRecord.implied).reduce((sum, count) => sum + count, 0),
    chiSquare: chiSquare(byRecord),
    winShare: shareOf(booked.wins, booked.wins + booked.losses),
    staked: sumOf('staked'),
    usersNet: sumOf('net'),
    expectedNet: sumOf('expected'),
  }
}

/** Σ (found − implied)² ÷ implied, where what the record does not have at all counts as one, and one more for each order that has another price. */
function chiSquare({ found, implied, differing }: SecondContractOutcomeComparison): Decimal {
  const parts = (Object.keys(secondContractResultCodes) as (keyof SecondContractOutcomeCounts)[]).map((name) =>
    divide(String((found[name] - implied[name]) ** 2), String(Math.max(1, implied[name]))),
  )
  const sum = parts.reduce<Decimal>((all, part) => add(all, part), asDecimal(String(differing)))
  return truncate(sum, shareScale)
}

async function closesOf(sql: Sql, fromMs: number, toMs: number): Promise<FairDealingStats['closes']> {
  return sql.query(
    `select close_reason::int as reason, count(*)::int as count from position
     where status = 3 and account_type = $1 and closed_ms >= $2 and closed_ms < $3 group by 1 order by 1`,
    [accountTypes.real, fromMs, toMs],
  )
}

async function withdrawalsOf(sql: Sql, fromMs: number, toMs: number): Promise<FairDealingStats['withdrawals']> {
  const [row] = await sql.query<{ paid: number; p50: string | null; p95: string | null; late: number }>(
    `select (count(*) filter (where status = 2))::int as paid,
       percentile_disc(0.5) within group (order by paid_ms - created_ms) filter (where status = 2) as p50,
       percentile_disc(0.95) within group (order by paid_ms - created_ms) filter (where status = 2) as p95,
       (count(*) filter (where escalated_ms is not null))::int as late
     from withdrawal where created_ms >= $1 and created_ms < $2`,
    [fromMs, toMs],
  )
  const refused = await sql.query<{ reason: string; count: number }>(
    `select reason, count(*)::int as count from withdrawal where created_ms >= $1 and created_ms < $2 and status in (-1, -2)
     group by reason order by reason`,
    [fromMs, toMs],
  )
  return { paid: row!.paid, p50Seconds: secondsIn(row!.p50), p95Seconds: secondsIn(row!.p95), late: row!.late, refused }
}

const secondsIn = (ms: string | null): number | null => (ms === null ? null : Math.floor(Number(ms) / 1000))

async function feedOf(sql: Sql, feed: string, toMs: number): Promise<FairDealingStats['feed']> {
  const [known] = await sql.query<{ genesis_sec: string }>('select genesis_sec from market_feed where feed = $1', [feed])
  const toSec = Math.floor(toMs / 1000)
  const fromSec = Math.max(Number(known?.genesis_sec ?? toSec), toSec - shortDays * 86_400)
  const seconds = Math.max(0, toSec - fromSec)
  let recorded = 0
  // A day at a time: each is a short read of an index.
  for (let at = fromSec; at < toSec; at += 86_400) {
    const [row] = await sql.query<{ count: number }>(
      'select count(*)::int as count from price_record where feed = $1 and sec >= $2 and sec < $3',
      [feed, at, Math.min(at + 86_400, toSec)],
    )
    recorded += row?.count ?? 0
  }
  return { recorded, seconds, uptime: shareOf(recorded, seconds) }
}

async function replayOf(sql: Sql, toMs: number): Promise<FairDealingStats['replay']> {
  const [row] = await sql.query<Record<'checked' | 'unproved' | 'mismatches', string> & { day: string | null }>(
    'select day, checked, unproved, mismatches from replay_run where ended_ms is not null and ended_ms < $1 order by ended_ms desc limit 1',
    [toMs],
  )
  if (!row) return null
  return { day: row.day, checked: Number(row.checked), unproved: Number(row.unproved), mismatches: Number(row.mismatches) }
}

async function supportOf(sql: Sql, fromMs: number, toMs: number): Promise<FairDealingStats['support']> {
  const [row] = await sql.query<{ complaints: number; answered: number; tickets: number; median: string | null; all: string | null }>(
    `select (count(*) filter (where topic = 'complaint'))::int as complaints, count(*)::int as tickets,
       (count(*) filter (where topic = 'complaint' and first_answer_ms < $2))::int as answered,
       percentile_disc(0.5) within group (order by first_answer_ms - created_ms)
         filter (where topic = 'complaint' and first_answer_ms < $2) as median,
       percentile_disc(0.5) within group (order by first_answer_ms - created_ms) filter (where first_answer_ms < $2) as all
     from support_ticket where created_ms >= $1 and created_ms < $2`,
    [fromMs, toMs],
  )
  const { complaints, answered, tickets } = row!
  return {
    complaints,
    answered,
    medianAnswerSeconds: secondsIn(row!.median),
    tickets,
    ticketMedianAnswerSeconds: secondsIn(row!.all),
  }
}
