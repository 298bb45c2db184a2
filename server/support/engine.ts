import type { House } from '../house.ts'
import { tellOwner } from './shown.ts'
import { insertMessage } from './store.ts'

const lookEveryMs = 1_000

/** In the sandbox a program answers first. What is due stands in the table: a server that dies loses nothing, two say nothing twice. */
export function startSupport(house: House): () => Promise<void> {
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= answerDue(house)
      .catch((error: unknown) => console.error('the program could not answer tickets', error))
      .finally(() => {
        running = undefined
      })
  }, lookEveryMs)
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** Everything that is due now, each ticket in a transaction of its own. */
export async function answerDue(house: House): Promise<void> {
  while (await answerNext(house)) continue
}

async function answerNext(house: House): Promise<boolean> {
  const effects: (() => void)[] = []
  const isDone = await house.db.transaction(async (sql) => {
    effects.length = 0
    const now = house.clock.now()
    const [due] = await sql.query<{ id: string }>(
      `update support_ticket set program_due_ms = null, updated_ms = greatest(updated_ms, $1) where id =
         (select id from support_ticket where program_due_ms <= $1 order by program_due_ms, id limit 1 for update skip locked) returning id`,
      [now],
    )
    if (!due) return false
    await insertMessage(sql, { ticketId: due.id, by: 'program', now })
    await tellOwner(house, sql, due.id, (effect) => effects.push(effect))
    return true
  })
  for (const effect of effects) effect()
  return isDone
}
