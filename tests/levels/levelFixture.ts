import type { SignedInUser } from '#server/core/visitor.ts'
import type { Database } from '#db/database.ts'
import { wireTimeToInstant } from '#contract/time.ts'
import { runDueLevelJobs as workLevels, type LevelPollState } from '#server/levels/engine.ts'
import { levelsHandlers } from '#server/levels/handlers.ts'
import { createOptionBatchValuationReader } from '#server/options/valuation.ts'
import { createProductKinds } from '#server/products/kinds.ts'
import { createProductGainsBatchValuationReader } from '#server/products/valuation.ts'
import { addServerDays } from '#rules/serverDay.ts'
import { loanFixture } from '../loans/loanFixture.ts'

/** Levels and what they bring on a real database; days are turned by hand. */
export async function levelFixture(over: { env?: 'sandbox' | 'production' } = {}) {
  const world = await loanFixture(over)
  const { app, db, clock, ask } = world
  const calls = levelsHandlers(app)
  const others = [createOptionBatchValuationReader(app), createProductGainsBatchValuationReader(app, createProductKinds(app))]
  const work = (with_: { db?: Database } = {}, seen: LevelPollState = {}) => workLevels({ ...app, ...with_ }, others, seen)

  const levelOf = async (who: SignedInUser): Promise<number> => {
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
      clock.set(wireTimeToInstant(`${day} 00:00:02`))
      await work()
    },
    /** Every day from one to another, both with. */
    days: async (from: string, to: string) => {
      for (let day = from; day <= to; day = addServerDays(day, 1)) {
        clock.set(wireTimeToInstant(`${day} 00:00:02`))
        await work()
      }
    },
    list: (who?: SignedInUser) => ask(who as SignedInUser, async (context) => calls.levels({}, context)),
    history: (who: SignedInUser) => ask(who, async (context) => calls.levelHistory({}, context)),
    grants: async (who: SignedInUser) =>
      (
        await db.query<{ kind: string; day: string; amount: string; paid: boolean }>(
          'select kind, day, amount, paid_ms is not null as paid from welfare_grant where user_id = $1 order by id',
          [who.userId],
        )
      ).map(({ kind, day, amount, paid }) => `${kind} ${day} ${Number(amount)}${paid ? '' : ' due'}`),
    told: async (who: SignedInUser) =>
      (
        await db.query<{ kind: string }>(
          `select kind from inbox_notice where user_id = $1 and kind in ('levelUp', 'levelDown', 'levelFalling', 'levelKept') order by id`,
          [who.userId],
        )
      ).map(({ kind }) => kind),
  }
}
