import { startRepeatingJob } from '../core/schedule.ts'
import type { Sql } from './database.ts'

const beatMs = 1_000
const livesSeconds = 4

const beatText = `
  with gone as (delete from server_seen where until < clock_timestamp() and id <> $1 returning id),
  here as (
    insert into server_seen (id, until) values ($1, clock_timestamp() + make_interval(secs => $2))
    on conflict (id) do update set until = excluded.until
  ),
  old as (delete from long_event where at < now() - interval '5 minutes')
  select id from gone`

/**
 * Says each second that this server lives, and calls `onDeath` when another one stopped saying so without a farewell: it may have
 * committed something that it told nobody. Without the database nobody can be told apart; the next second asks again. Gives back how to
 * stop, with a farewell.
 */
export function startServerHeartbeat(sql: Sql, id: string, onDeath: () => void): () => Promise<void> {
  const beat = async (): Promise<void> => {
    const updated = await sql.query(beatText, [id, livesSeconds])
    if (updated.length > 0) onDeath()
  }
  const job = startRepeatingJob('heartbeat', beatMs, beat, { isImmediate: true })
  return async () => {
    await job.stop()
    await sql.query('delete from server_seen where id = $1', [id]).catch(() => {})
  }
}
