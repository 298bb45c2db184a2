import { wireDay } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { levelRow } from '#db/seed/levels.ts'
import { add, isPositive, zero } from '#rules/decimal.ts'
import { dayPlus, startOfDay } from '#rules/serverDay.ts'
import type { House } from '../house.ts'
import { isIncentiveOn } from '../incentives.ts'
import { type NewNotice, writeNotices } from '../notice.ts'
import type { ValuationOfMany } from '../valuation.ts'
import { netAssetsOf } from './netAssets.ts'
import type { Counted } from './rows.ts'
import { belongsTo, bonusesOf, noticeDays } from './rule.ts'
import {
  addGrants,
  addRuns,
  announceFalls,
  callOffFalls,
  type Change,
  changeLevels,
  forgetDays,
  isNext,
  levelsOn,
  lockRun,
  markRun,
  peopleAfter,
  reachFirst,
  writeDay,
} from './store.ts'
import { noticeOf } from './tell.ts'

const atOnce = 500
/** A snapshot taken later than this is not of 00:00 any more, and its rows say so. */
const lateMs = 10 * 60_000

/**
 * Takes every day's snapshot that is missing, in order, a batch of people in each transaction: values, averages, levels, bonuses and on Mondays
 * the envelopes. A day that nobody was there for takes the values of now, and says so. `isPatient`: waits for missing prices (NoPriceYet).
 */
export async function takeSnapshots(house: House, others: readonly ValuationOfMany[], isPatient: boolean): Promise<void> {
  const now = house.clock.now()
  await addRuns(house.db, wireDay(now), now)
  for (;;) {
    const effects: (() => void)[] = []
    const isMore = await house.db.transaction(async (sql) => {
      effects.length = 0
      const run = await lockRun(sql)
      if (!run || !(await isNext(sql, run.day))) return false
      await takeBatch(house, others, sql, run, isPatient, (effect) => effects.push(effect))
      return true
    })
    for (const effect of effects) effect()
    if (!isMore) return
  }
}

async function takeBatch(
  house: House,
  others: readonly ValuationOfMany[],
  sql: Sql,
  { day, after_id }: { day: string; after_id: string },
  isPatient: boolean,
  afterCommit: (effect: () => void) => void,
): Promise<void> {
  const now = house.clock.now()
  const people = await peopleAfter(sql, after_id, atOnce)
  if (people.length > 0) {
    const values = await netAssetsOf(house, others, sql, people, isPatient)
    const isLate = now > startOfDay(day) + lateMs
    const counted = await writeDay(sql, day, values, { takenMs: now, isLate })
    const changes = changesOn(day, counted)
    const moved = new Map(changes.map(({ userId, to }) => [userId, to]))
    // Whoever fell as far as announced and belongs lower still is told of the rest with seven days of its own.
    const standing = counted.map((one) => {
      const level = moved.get(one.user_id)
      return level === undefined ? one : { ...one, level, due_day: null, to_level: null }
    })
    const notices = [...(await move(house, sql, day, changes)), ...(await announce(house, sql, day, standing))]
    if (isMonday(day)) await giveEnvelopes(house, sql, day, counted)
    await forgetDays(sql, people, day)
    await writeNotices(house, sql, notices, afterCommit)
  }
  await markRun(sql, day, people, people.length < atOnce, now)
}

type Move = Change & { one: Counted }

/** Up at once; down where it was announced and the day has come, and no deeper than was announced. */
function changesOn(day: string, counted: readonly Counted[]): Move[] {
  return counted.flatMap((one) => {
    const belongs = belongsTo(one.level, one)
    const isDue = one.due_day !== null && one.due_day <= day
    const to = belongs < one.level ? (isDue ? Math.max(belongs, one.to_level ?? 0) : one.level) : belongs
    return to === one.level ? [] : [{ userId: one.user_id, from: one.level, to, one }]
  })
}

async function move({ clock, config }: House, sql: Sql, day: string, changes: readonly Move[]): Promise<NewNotice[]> {
  if (changes.length === 0) return []
  await changeLevels(sql, day, changes, clock.now())
  const ups = changes.filter(({ from, to }) => to > from)
  const first = Map.groupBy(await reachFirst(sql, day, ups), ({ user_id }) => user_id)
  const bonuses = ups.flatMap(({ userId, to, one }) => {
    const amount = bonusesOf((first.get(userId) ?? []).map(({ level }) => level)).reduce((sum, bonus) => add(sum, bonus), zero)
    const isGiven = isPositive(amount) && isIncentiveOn(config.env, one.country, one.kyc_country)
    return isGiven ? [{ userId, kind: 'levelBonus' as const, level: to, amount }] : []
  })
  await addGrants(sql, day, bonuses, clock.now())
  return changes.map(({ userId, from, to, one }) => {
    const [kind, average] = to > from ? (['levelUp', one.avg3d] as const) : (['levelDown', one.avg14d] as const)
    return noticeOf(kind, { userId, level: to, average, day })
  })
}

/** A fall is announced seven days ahead of the day on which it can be read, and called off when the assets recover. */
async function announce({ clock }: House, sql: Sql, day: string, counted: readonly Counted[]): Promise<NewNotice[]> {
  const isBelow = (one: Counted): boolean => belongsTo(one.level, one) < one.level
  const falling = counted.filter((one) => one.due_day === null && isBelow(one))
  const kept = counted.filter((one) => one.due_day !== null && belongsTo(one.level, one) === one.level)
  const dueDay = dayPlus(wireDay(clock.now()), noticeDays)
  const falls = falling.map((one) => ({ userId: one.user_id, to: belongsTo(one.level, one) }))
  if (falls.length > 0) await announceFalls(sql, falls, day, dueDay)
  if (kept.length > 0) await callOffFalls(sql, kept.map(idOf))
  return [
    ...falling.map((one) =>
      noticeOf('levelFalling', { userId: one.user_id, level: belongsTo(one.level, one), average: one.avg14d, day: dueDay }),
    ),
    ...kept.map((one) => noticeOf('levelKept', { userId: one.user_id, level: one.level, average: one.avg14d, day })),
  ]
}

const idOf = ({ user_id }: Counted): string => user_id
const isMonday = (day: string): boolean => new Date(day).getUTCDay() === 1

/** By Sunday's level (product §2.14). */
async function giveEnvelopes({ clock, config }: House, sql: Sql, monday: string, counted: readonly Counted[]): Promise<void> {
  const allowed = counted.filter(({ country, kyc_country }) => isIncentiveOn(config.env, country, kyc_country))
  const rows = await levelsOn(sql, allowed.map(idOf), dayPlus(monday, -1))
  const grants = rows.map(({ user_id, level }) => ({
    userId: user_id,
    kind: 'envelope' as const,
    level,
    amount: levelRow(level).redEnvelope,
  }))
  await addGrants(sql, monday, grants, clock.now())
}
