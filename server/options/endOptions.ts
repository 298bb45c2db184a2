import type { Sql } from '#db/database.ts'
import { type AccountType, lockWallet } from '#ledger/ledger.ts'
import type { AppContext } from '../core/appContext.ts'
import { log } from '../core/log.ts'
import { transactionWithEffects } from '../core/transactions.ts'
import { writeOptionOutcomeNotices, notifyStreamsOfOptions } from './notify.ts'
import type { OptionPositionRow } from './position.ts'
import { lockUnclaimedOptions } from './store.ts'

/** How many are read at once. */
export const optionBatchSize = 500
/** People are served side by side, this many at a time; one person's options in one transaction. */
const lanes = 6

/** Ends one option that is locked; gives it as it is then, or nothing where nothing ended. */
type EndOne = (row: OptionPositionRow, sql: Sql) => Promise<OptionPositionRow | undefined>

/** Ends options batch by batch, each person's together; `ask` gives those behind an id. */
export async function endOptionsInBatches(
  ask: (behindId: string) => Promise<OptionPositionRow[]>,
  end: EndOne,
  app: AppContext,
): Promise<void> {
  for (let behindId: string | undefined = '0'; behindId !== undefined; ) {
    const rows = await ask(behindId)
    const people = [...Map.groupBy(rows, (row) => `${row.user_id} ${row.account_type}`).values()]
    const serve = async () => {
      for (let theirs = people.shift(); theirs; theirs = people.shift()) await endOptionsInOneTransaction(app, theirs, end)
    }
    await Promise.all(Array.from({ length: Math.min(lanes, people.length) }, serve))
    behindId = rows.length === optionBatchSize ? rows.at(-1)?.id : undefined
  }
}

/** One transaction. A failure is logged and leaves the options as they were: the next look finds them again. */
export async function endOptionsInOneTransaction(app: AppContext, rows: readonly OptionPositionRow[], end: EndOne): Promise<void> {
  const [first] = rows
  if (!first) return
  try {
    await transactionWithEffects(app.db, async (sql, afterCommit) => {
      // Wallet first, then the rows: the order that everybody keeps, so that nobody waits in a circle.
      await lockWallet(sql, first.user_id, first.account_type as AccountType)
      const ended: OptionPositionRow[] = []
      for (const row of await lockUnclaimedOptions(
        sql,
        rows.map(({ id }) => id),
      )) {
        const done = await end(row, sql)
        if (done) ended.push(done)
      }
      await writeOptionOutcomeNotices(app, sql, ended, afterCommit)
      await notifyStreamsOfOptions(app, sql, ended, afterCommit)
    })
  } catch (error) {
    log.error(`options of ${first.user_id} could not be settled`, error)
    return
  }
}
