import { wireDay } from '#contract/time.ts'
import type { House } from '#server/house.ts'
import { writeNotices } from '#server/notice.ts'

const lookEveryMs = 30 * 60_000
const batch = 200

/** Tells everyone once whose document is no longer valid. Gives how many were told. */
export async function tellExpired(house: House): Promise<number> {
  const effects: (() => void)[] = []
  const told = await house.db.transaction(async (sql) => {
    effects.length = 0
    const now = house.clock.now()
    const rows = await sql.query<{ id: string; user_id: string }>(
      `update kyc_application set expiry_told_ms = $2 where id in (
         select id from kyc_application
         where status = 1 and superseded_ms is null and expiry_told_ms is null and expires_day < $1::date
         order by id limit $3 for update skip locked)
       returning id, user_id`,
      [wireDay(now), now, batch],
    )
    const notices = rows.map(({ id, user_id: userId }) => ({
      userId,
      type: 'task' as const,
      kind: 'kycExpired' as const,
      params: {},
      link: '/renzhengResult',
      refType: 'kyc',
      refId: id,
    }))
    await writeNotices(house, sql, notices, (effect) => effects.push(effect))
    return rows.length
  })
  for (const effect of effects) effect()
  return told
}

/** Looks twice an hour, on whatever server: each is told once. */
export function startExpiry(house: House): () => void {
  const look = () => {
    tellExpired(house).catch((error: unknown) => console.error('expired documents could not be told of', error))
  }
  const timer = setInterval(look, lookEveryMs)
  timer.unref()
  look()
  return () => clearInterval(timer)
}
