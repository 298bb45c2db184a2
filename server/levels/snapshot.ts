import { residenceCountriesOf } from '../core/countries.ts'
import { serverDayAt } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { levelSeedOf } from '#db/seed/levels.ts'
import { add, isPositive, zero } from '#rules/decimal.ts'
import { addServerDays, startOfServerDay } from '#rules/serverDay.ts'
import type { AppContext } from '../core/appContext.ts'
import { areIncentivesAvailable } from '../core/incentives.ts'
import { type NewNotice, writeNotices } from '../notifications/writeNotices.ts'
import type { BatchAssetValuationReader } from '../risk/valuation.ts'
import { readNetAssetsUsdtByUser } from './netAssets.ts'
import type { LevelSnapshotEntry } from './rows.ts'
import { resolveVipLevel, bonusAmountsForLevels, levelDowngradeNoticeDays } from './rule.ts'
import {
  insertLevelGrants,
  addMissingLevelRuns,
  scheduleLevelDowngrades,
  cancelLevelDowngrades,
  type UserLevelChange,
  updateUserLevels,
  deleteOldLevelDays,
  isNextLevelDay,
  readUserLevelsOnDay,
  lockOldestLevelRun,
  recordLevelRunProgress,
  levelUserIdsAfter,
  recordLevelsReached,
  storeDayAssetsAndReadAverages,
} from './store.ts'
import { levelNoticeOf } from './notices.ts'
import { transactionWithEffects } from '../core/transactions.ts'

const atOnce = 500
/** A snapshot taken later than this is not of 00:00 any more, and its rows say so. */
const lateMs = 10 * 60_000

/**
 * Takes every day's snapshot that is missing, in order, a batch of people in each transaction: values, averages, levels, bonuses and on Mondays
 * the envelopes. A day that nobody was there for takes the values of now, and says so. `isPatient`: waits for missing prices (PriceUnavailableError).
 */
export async function takeLevelSnapshots(app: AppContext, others: readonly BatchAssetValuationReader[], isPatient: boolean): Promise<void> {
  const now = app.clock.now()
  await addMissingLevelRuns(app.db, serverDayAt(now), now)
  for (;;) {
    const isMore = await transactionWithEffects(app.db, async (sql, afterCommit) => {
      const run = await lockOldestLevelRun(sql)
      if (!run || !(await isNextLevelDay(sql, run.day))) return false
      await takeBatch(app, others, sql, run, isPatient, afterCommit)
      return true
    })
    if (!isMore) return
  }
}

async function takeBatch(
  app: AppContext,
  others: readonly BatchAssetValuationReader[],
  sql: Sql,
  { day, after_id }: { day: string; after_id: string },
  isPatient: boolean,
  afterCommit: (effect: () => void) => void,
): Promise<void> {
  const now = app.clock.now()
  const people = await levelUserIdsAfter(sql, after_id, atOnce)
  if (people.length > 0) {
    const values = await readNetAssetsUsdtByUser(app, others, sql, people, isPatient)
    const isLate = now > startOfServerDay(day) + lateMs
    const counted = await storeDayAssetsAndReadAverages(sql, day, values, { takenMs: now, isLate })
    const changes = changesOn(day, counted)
    const moved = new Map(changes.map(({ userId, to }) => [userId, to]))
    // Whoever fell as far as announced and belongs lower still is told of the rest with seven days of its own.
    const standing = counted.map((entry) => {
      const level = moved.get(entry.user_id)
      return level === undefined ? entry : { ...entry, level, due_day: null, to_level: null }
    })
    const notices = [...(await move(app, sql, day, changes)), ...(await announce(app, sql, day, standing))]
    if (isMonday(day)) await giveEnvelopes(app, sql, day, counted)
    await deleteOldLevelDays(sql, people, day)
    await writeNotices(app, sql, notices, afterCommit)
  }
  await recordLevelRunProgress(sql, day, people, people.length < atOnce, now)
}

type Move = UserLevelChange & { entry: LevelSnapshotEntry }

/** Up at once; down where it was announced and the day has come, and no deeper than was announced. */
function changesOn(day: string, counted: readonly LevelSnapshotEntry[]): Move[] {
  return counted.flatMap((entry) => {
    const belongs = resolveVipLevel(entry.level, entry)
    const isDue = entry.due_day !== null && entry.due_day <= day
    const to = belongs < entry.level ? (isDue ? Math.max(belongs, entry.to_level ?? 0) : entry.level) : belongs
    return to === entry.level ? [] : [{ userId: entry.user_id, from: entry.level, to, entry }]
  })
}

async function move(app: AppContext, sql: Sql, day: string, changes: readonly Move[]): Promise<NewNotice[]> {
  const { clock } = app
  if (changes.length === 0) return []
  await updateUserLevels(sql, day, changes, clock.now())
  const ups = changes.filter(({ from, to }) => to > from)
  const first = Map.groupBy(await recordLevelsReached(sql, day, ups), ({ user_id }) => user_id)
  const bonuses = ups.flatMap(({ userId, to, entry }) => {
    const amount = bonusAmountsForLevels((first.get(userId) ?? []).map(({ level }) => level)).reduce((sum, bonus) => add(sum, bonus), zero)
    const isGiven = isPositive(amount) && areIncentivesAvailable(app, residenceCountriesOf(entry.country, entry.kyc_country))
    return isGiven ? [{ userId, kind: 'levelBonus' as const, level: to, amount }] : []
  })
  await insertLevelGrants(sql, day, bonuses, clock.now())
  return changes.map(({ userId, from, to, entry }) => {
    const [kind, average] = to > from ? (['levelUp', entry.avg3d] as const) : (['levelDown', entry.avg14d] as const)
    return levelNoticeOf(kind, { userId, level: to, average, day })
  })
}

/** A fall is announced seven days ahead of the day on which it can be read, and called off when the assets recover. */
async function announce({ clock }: AppContext, sql: Sql, day: string, counted: readonly LevelSnapshotEntry[]): Promise<NewNotice[]> {
  const isBelow = (entry: LevelSnapshotEntry): boolean => resolveVipLevel(entry.level, entry) < entry.level
  const falling = counted.filter((entry) => entry.due_day === null && isBelow(entry))
  const confirmed = counted.filter((entry) => entry.due_day !== null && resolveVipLevel(entry.level, entry) === entry.level)
  const dueDay = addServerDays(serverDayAt(clock.now()), levelDowngradeNoticeDays)
  const falls = falling.map((entry) => ({ userId: entry.user_id, to: resolveVipLevel(entry.level, entry) }))
  if (falls.length > 0) await scheduleLevelDowngrades(sql, falls, day, dueDay)
  if (confirmed.length > 0) await cancelLevelDowngrades(sql, confirmed.map(idOf))
  return [
    ...falling.map((entry) =>
      levelNoticeOf('levelFalling', {
        userId: entry.user_id,
        level: resolveVipLevel(entry.level, entry),
        average: entry.avg14d,
        day: dueDay,
      }),
    ),
    ...confirmed.map((entry) => levelNoticeOf('levelKept', { userId: entry.user_id, level: entry.level, average: entry.avg14d, day })),
  ]
}

const idOf = ({ user_id }: LevelSnapshotEntry): string => user_id
const isMonday = (day: string): boolean => new Date(day).getUTCDay() === 1

/** By Sunday's level (docs/rules/levels-and-team.md). */
async function giveEnvelopes(app: AppContext, sql: Sql, monday: string, counted: readonly LevelSnapshotEntry[]): Promise<void> {
  const { clock } = app
  const allowed = counted.filter(({ country, kyc_country }) => areIncentivesAvailable(app, residenceCountriesOf(country, kyc_country)))
  const rows = await readUserLevelsOnDay(sql, allowed.map(idOf), addServerDays(monday, -1))
  const grants = rows.map(({ user_id, level }) => ({
    userId: user_id,
    kind: 'envelope' as const,
    level,
    amount: levelSeedOf(level).redEnvelope,
  }))
  await insertLevelGrants(sql, monday, grants, clock.now())
}
