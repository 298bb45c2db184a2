import type { Visitor } from '#account/visitor.ts'
import type { Database } from '#db/database.ts'
import { fromWire } from '#contract/time.ts'
import { workDue as workLevels, type Seen } from '#server/levels/engine.ts'
import { levelsHandlers } from '#server/levels/handlers.ts'
import { optionsOfMany } from '#server/options/valuation.ts'
import { productKinds } from '#server/products/kinds.ts'
import { productsOfMany } from '#server/products/valuation.ts'
import { dayPlus } from '#rules/serverDay.ts'
import { loanWorld } from './loanWorld.ts'

/** Levels and what they bring on a real database; days are turned by hand. */
export async function levelWorld(over: { env?: 'sandbox' | 'production' } = {}) {
  const world = await loanWorld(over)
  const { house, db, clock, ask } = world
  const calls = levelsHandlers(house)
  const others = [optionsOfMany(house), productsOfMany(house, productKinds(house))]
  const work = (with_: { db?: Database } = {}, seen: Seen = {}) => workLevels({ ...house, ...with_ }, others, seen)

  const levelOf = async (who: Visitor): Promise<number> => {
    const [row] = await db.query<{ level: number }>('select level from account where id = $1', [who.userId])
    return row?.level ?? -1
  }

  return {
    ...world,
    others,
    levelCalls: calls,
    work,
    levelOf,
    /** The first seconds of a day. */
    day: async (day: string) => {
      clock.set(fromWire(`${day} 00:00:02`))
      await work()
    },
    /** Every day from one to another, both with. */
    days: async (from: string, to: string) => {
      for (let day = from; day <= to; day = dayPlus(day, 1)) {
        clock.set(fromWire(`${day} 00:00:02`))
        await work()
      }
    },
    list: (who?: Visitor) => ask(who as Visitor, async (asking) => calls.levels({}, asking)),
    history: (who: Visitor) => ask(who, async (asking) => calls.levelHistory({}, asking)),
    grants: async (who: Visitor) =>
      (
        await db.query<{ kind: string; day: string; amount: string; paid: boolean }>(
          'select kind, day, amount, paid_ms is not null as paid from welfare_grant where user_id = $1 order by id',
          [who.userId],
        )
      ).map(({ kind, day, amount, paid }) => `${kind} ${day} ${Number(amount)}${paid ? '' : ' due'}`),
    told: async (who: Visitor) =>
      (
        await db.query<{ kind: string }>(
          `select kind from inbox_notice where user_id = $1 and kind in ('levelUp', 'levelDown', 'levelFalling', 'levelKept') order by id`,
          [who.userId],
        )
      ).map(({ kind }) => kind),
  }
}
