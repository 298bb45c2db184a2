import type { Database, Sql } from '#db/database.ts'
import { log } from './log.ts'

/** Has something done once the transaction is safe: streams and mails that tell of it, never money. */
export type AfterCommit = (effect: () => void) => void

/**
 * One transaction whose effects run once it has committed, in the order in which they were given; what a try that was rolled back gave is
 * forgotten. Gives what `work` gives, and throws what it throws: then nothing has run. What an effect throws is reported, and the others run.
 */
export async function transactionWithEffects<T>(
  db: Pick<Database, 'transaction'>,
  work: (sql: Sql, afterCommit: AfterCommit) => Promise<T>,
): Promise<T> {
  const effects: (() => void)[] = []
  const result = await db.transaction((sql) => {
    effects.length = 0
    return work(sql, (effect) => void effects.push(effect))
  })
  for (const effect of effects) run(effect)
  return result
}

/** What is committed stays so: a caller that was told of a failure here would say, or try, what is not so. */
function run(effect: () => void): void {
  try {
    effect()
  } catch (error) {
    log.error('a change is committed, and telling of it failed', error)
  }
}
