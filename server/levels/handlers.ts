import type { VipLevel } from '#contract/calls/levels.ts'
import type { Decimal } from '#contract/decimal.ts'
import { asInstant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { levelTable } from '#db/seed/levels.ts'
import { add, largerDecimal, q8, subtract, zero } from '#rules/decimal.ts'
import { startOfServerDay } from '#rules/serverDay.ts'
import { levelFeeDiscountOf } from '../orders/feeDiscount.ts'
import type { AppContext } from '../core/appContext.ts'
import type { CallHandlers } from '../core/handlers.ts'
import { areIncentivesAvailable } from '../core/incentives.ts'

const shownDays = 90

/** VIP levels (docs/rules/{levels-and-team,seed-data}.md). */
export const levelsHandlers = (app: AppContext): CallHandlers<'levels'> => ({
  levels: async (_asked, { sql, visitor }) => {
    const incentiveAllowed = areIncentivesAvailable(app, visitor ?? { country: '' })
    const mine = visitor && (await standingOf(sql, visitor.userId))
    return levelTable.map((level) => ({
      ...level,
      feeDiscount: levelFeeDiscountOf(app, level.level),
      bonus: q8(level.bonus),
      redEnvelope: q8(level.redEnvelope),
      incentiveAllowed,
      ...(mine?.current === level.level && { mine }),
    }))
  },
  levelHistory: async (_asked, { sql, visitor }) => ({
    days: (
      await sql.query<{ day: string; assets: Decimal; avg3d: Decimal; level: number; is_late: boolean }>(
        'select day, assets, avg3d, level, is_late from level_day where user_id = $1 order by day desc limit $2',
        [visitor.userId, shownDays],
      )
    ).map(({ is_late, ...day }) => ({ ...day, late: is_late })),
    changes: await changesOf(sql, visitor.userId),
  }),
})

async function standingOf(sql: Sql, userId: string): Promise<NonNullable<VipLevel['mine']>> {
  const [row] = await sql.query<{ level: number; avg3d: Decimal | null; avg14d: Decimal | null; due_day: string | null }>(
    `select a.level, d.avg3d, d.avg14d, f.due_day from account a
     left join lateral (select avg3d, avg14d from level_day where user_id = a.id order by day desc limit 1) d on true
     left join level_fall f on f.user_id = a.id where a.id = $1`,
    [userId],
  )
  const current = row?.level ?? 0
  const avg3d = row?.avg3d ?? q8(zero)
  const next = levelTable[current + 1]
  return {
    current,
    avg3d,
    avg14d: row?.avg14d ?? q8(zero),
    next: next?.level ?? null,
    needMore: next ? q8(largerDecimal(subtract(next.minAssets, avg3d), zero)) : null,
    lowerFrom: row?.due_day ? startOfServerDay(row.due_day) : null,
  }
}

/** Every change, newest first, with the bonus that it brought, also one that is not paid yet. */
async function changesOf(sql: Sql, userId: string) {
  const rows = await sql.query<{ from_level: number; to_level: number; at_ms: string; bonus: Decimal | null; waits: boolean }>(
    `select c.from_level, c.to_level, c.at_ms, g.amount as bonus,
       g.id is not null and g.paid_ms is null as waits from level_change c
     left join welfare_grant g on g.user_id = c.user_id and g.kind = 'levelBonus' and g.day = c.day
     where c.user_id = $1 order by c.id desc limit 200`,
    [userId],
  )
  return rows.map((row) => ({
    from: row.from_level,
    to: row.to_level,
    time: asInstant(Number(row.at_ms)),
    bonus: row.bonus === null ? null : q8(add(row.bonus, '0')),
    bonusWaits: row.waits,
  }))
}
