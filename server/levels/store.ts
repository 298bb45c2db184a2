import type { Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import { addServerDays } from '#rules/serverDay.ts'
import type { LevelSnapshotEntry } from './rows.ts'

/** History that is shown, and a few days more for the averages. */
const keptDays = 100

/** The oldest day that is not done, locked; undefined where there is none, or another server is at it. */
export async function lockOldestLevelRun(sql: Sql): Promise<{ day: string; after_id: string } | undefined> {
  const [run] = await sql.query<{ day: string; after_id: string }>(
    'select day, after_id from level_run where done_ms is null order by day limit 1 for update skip locked',
  )
  return run
}

/** Whether everything before a day is done: days are worked in their order. */
export async function isNextLevelDay(sql: Sql, day: string): Promise<boolean> {
  return (await sql.query('select from level_run where done_ms is null and day < $1 limit 1', [day])).length === 0
}

/**
 * Adds the days that came since the last snapshot, the present one with the first. Two servers add each once.
 */
export async function addMissingLevelRuns(sql: Sql, today: string, nowMs: number): Promise<void> {
  const [newest] = await sql.query<{ day: string }>('select day from level_run order by day desc limit 1')
  if (newest && newest.day >= today) return
  const days: string[] = []
  for (let day = newest ? addServerDays(newest.day, 1) : today; day <= today; day = addServerDays(day, 1)) days.push(day)
  await sql.query('insert into level_run (day, began_ms) select day, $2 from unnest($1::text[]) as day on conflict do nothing', [
    days,
    nowMs,
  ])
}

/** Whoever has any REAL money, an open option or a level, after that person, in order. */
export async function levelUserIdsAfter(sql: Sql, afterId: string, limit: number): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `select id from (
       (select distinct user_id as id from balance where user_id > $1 and book = 1 and amount > 0 order by user_id limit $2)
       union (select distinct user_id from option_position where account_type = 1 and status in (1, 2) and user_id > $1 order by user_id limit $2)
       union (select id from account where level > 0 and id > $1 order by id limit $2)
     ) found order by id limit $2`,
    [afterId, limit],
  )
  return rows.map(({ id }) => id)
}

/** Writes down a day's values, and gives the averages with where everybody stood before. */
export function storeDayAssetsAndReadAverages(
  sql: Sql,
  day: string,
  values: ReadonlyMap<string, Decimal>,
  { takenMs, isLate }: { takenMs: number; isLate: boolean },
): Promise<LevelSnapshotEntry[]> {
  return sql.query<LevelSnapshotEntry>(
    `with given as (select * from unnest($2::bigint[], $3::numeric[]) as g (user_id, assets)),
     before as (
       select d.user_id, sum(d.assets) filter (where d.day >= $4) as two, sum(d.assets) as all_of, count(*) as days
       from given g join level_day d on d.user_id = g.user_id and d.day >= $5 and d.day < $1 group by d.user_id),
     added as (
       insert into level_day (user_id, day, assets, avg3d, avg14d, level, taken_ms, is_late)
       select g.user_id, $1, g.assets, trunc((g.assets + coalesce(b.two, 0)) / 3, 8),
         trunc((g.assets + coalesce(b.all_of, 0)) / (1 + coalesce(b.days, 0)), 8), coalesce(a.level, 0), $6, $7
       from given g left join before b using (user_id) left join account a on a.id = g.user_id
       returning user_id, avg3d, avg14d, level)
     select added.*, coalesce(a.country, '') as country, a.kyc_country, f.due_day, f.to_level
     from added left join account a on a.id = added.user_id left join level_fall f on f.user_id = added.user_id order by added.user_id`,
    [day, [...values.keys()], [...values.values()], addServerDays(day, -2), addServerDays(day, -13), takenMs, isLate],
  )
}

/** Days that nothing looks at any more. */
export const deleteOldLevelDays = (sql: Sql, userIds: readonly string[], day: string): Promise<unknown> =>
  sql.query('delete from level_day where user_id = any($1::bigint[]) and day < $2', [[...userIds], addServerDays(day, -keptDays)])

/** The day's batch is done up to its last person; with none, all of it. */
export const recordLevelRunProgress = (sql: Sql, day: string, done: readonly string[], isWhole: boolean, nowMs: number): Promise<unknown> =>
  sql.query('update level_run set after_id = $2, people = people + $3, done_ms = $4 where day = $1', [
    day,
    done.at(-1) ?? '9223372036854775807',
    done.length,
    isWhole ? nowMs : null,
  ])

export interface UserLevelChange {
  userId: string
  from: number
  to: number
}

/** Puts people on their new levels, from the day of the snapshot on. */
export async function updateUserLevels(sql: Sql, day: string, changes: readonly UserLevelChange[], nowMs: number): Promise<void> {
  const [ids, from, to] = [changes.map(({ userId }) => userId), changes.map((change) => change.from), changes.map((change) => change.to)]
  await sql.query('update account a set level = n.level from unnest($1::bigint[], $2::smallint[]) as n (id, level) where a.id = n.id', [
    ids,
    to,
  ])
  await sql.query(
    'update level_day d set level = n.level from unnest($1::bigint[], $2::smallint[]) as n (id, level) where d.user_id = n.id and d.day = $3',
    [ids, to, day],
  )
  await sql.query(
    `insert into level_change (user_id, from_level, to_level, day, at_ms)
     select id, was, now, $4, $5 from unnest($1::bigint[], $2::smallint[], $3::smallint[]) as n (id, was, now)`,
    [ids, from, to, day, nowMs],
  )
  await sql.query('delete from level_fall where user_id = any($1::bigint[])', [ids])
}

/** Levels that these people reach for the first time; whoever jumps over one has reached it too. */
export const recordLevelsReached = (sql: Sql, day: string, ups: readonly UserLevelChange[]) =>
  sql.query<{ user_id: string; level: number }>(
    `insert into level_reached (user_id, level, day)
     select n.id, level, $4 from unnest($1::bigint[], $2::integer[], $3::integer[]) as n (id, was, now), generate_series(n.was + 1, n.now) as level
     on conflict do nothing returning user_id, level`,
    [ups.map(({ userId }) => userId), ups.map(({ from }) => from), ups.map(({ to }) => to), day],
  )

/** Lower levels that come on that day, and no deeper. */
export const scheduleLevelDowngrades = (
  sql: Sql,
  falls: readonly { userId: string; to: number }[],
  noticedDay: string,
  dueDay: string,
): Promise<unknown> =>
  sql.query(
    `insert into level_fall (user_id, noticed_day, due_day, to_level)
     select id, $3, $4, level from unnest($1::bigint[], $2::smallint[]) as n (id, level) on conflict do nothing`,
    [falls.map(({ userId }) => userId), falls.map(({ to }) => to), noticedDay, dueDay],
  )

export const cancelLevelDowngrades = (sql: Sql, userIds: readonly string[]): Promise<unknown> =>
  sql.query('delete from level_fall where user_id = any($1::bigint[])', [[...userIds]])

export interface NewLevelGrant {
  userId: string
  kind: 'levelBonus' | 'envelope'
  level: number
  amount: Decimal
}

/** Promises money, each once for a person, a kind and a day. */
export const insertLevelGrants = (sql: Sql, day: string, grants: readonly NewLevelGrant[], nowMs: number): Promise<unknown> =>
  sql.query(
    `insert into welfare_grant (user_id, kind, day, level, amount, created_ms)
     select id, kind, $5, level, amount, $6 from unnest($1::bigint[], $2::text[], $3::smallint[], $4::numeric[]) as n (id, kind, level, amount)
     on conflict do nothing`,
    [
      grants.map(({ userId }) => userId),
      grants.map(({ kind }) => kind),
      grants.map(({ level }) => level),
      grants.map(({ amount }) => amount),
      day,
      nowMs,
    ],
  )

/** The level that people had on a day; those without one are not in it. */
export const readUserLevelsOnDay = (sql: Sql, userIds: readonly string[], day: string) =>
  sql.query<{ user_id: string; level: number }>(
    'select user_id, level from level_day where user_id = any($1::bigint[]) and day = $2 and level > 0',
    [[...userIds], day],
  )
