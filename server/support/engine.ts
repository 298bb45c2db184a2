import type { AppContext } from '../core/appContext.ts'
import { sendTicketEventToOwner } from './serialize.ts'
import { insertTicketMessage } from './store.ts'
import { transactionWithEffects } from '../core/transactions.ts'
import { startRepeatingJob } from '../core/schedule.ts'

const pollIntervalMs = 1_000

/** In the sandbox a program answers first. What is due stands in the table: a server that dies loses nothing, two say nothing twice. */
export function startSupportJobs(app: AppContext): () => Promise<void> {
  return startRepeatingJob('tickets that the program answers', pollIntervalMs, () => sendDueSupportAutoReplies(app)).stop
}

/** Everything that is due now, each ticket in a transaction of its own. */
export async function sendDueSupportAutoReplies(app: AppContext): Promise<void> {
  while (await answerNext(app)) continue
}

async function answerNext(app: AppContext): Promise<boolean> {
  const isDone = await transactionWithEffects(app.db, async (sql, afterCommit) => {
    const now = app.clock.now()
    const [due] = await sql.query<{ id: string }>(
      `update support_ticket set program_due_ms = null, updated_ms = greatest(updated_ms, $1) where id =
         (select id from support_ticket where program_due_ms <= $1 order by program_due_ms, id limit 1 for update skip locked) returning id`,
      [now],
    )
    if (!due) return false
    await insertTicketMessage(sql, { ticketId: due.id, by: 'program', now })
    await sendTicketEventToOwner(app, sql, due.id, afterCommit)
    return true
  })
  return isDone
}
