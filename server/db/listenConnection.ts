import { Client } from 'pg'
import type { DatabaseTarget } from './database.ts'

const askAgainMs = 5_000
const patienceMs = 5_000
const mostRetryMs = 2_000

interface ListenConnectionOptions {
  /** What is listened to. */
  channel: string
  onPayload(payload: string): void
  /** There is a connection again. */
  onReturn(): void
  report(message: string): void
}

/** One connection that listens to a channel, and is made anew whenever it is lost. */
export interface ListenConnection {
  /** Undefined while there is none. */
  client(): Client | undefined
  /** This one did not answer: another is made. */
  lose(lost: Client): void
  close(): Promise<void>
}

/** Refuses when the first connection cannot be made. */
export async function openListenConnection(
  place: DatabaseTarget,
  { channel, onPayload, onReturn, report }: ListenConnectionOptions,
): Promise<ListenConnection> {
  const where = 'url' in place ? { connectionString: place.url } : { ...place, host: place.socketDir }
  let client: Client | undefined
  let retry: NodeJS.Timeout | undefined
  let failures = 0
  let isClosed = false

  const join = async (): Promise<void> => {
    const next = new Client({
      ...where,
      keepAlive: true,
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
      application_name: 'fairlead notices',
    })
    next.on('error', () => lose(next))
    next.on('end', () => lose(next))
    next.on('notification', ({ payload }) => payload && onPayload(payload))
    await next.connect()
    // A notice is worth nothing after a crash of the database.
    await next.query(`set synchronous_commit = off; listen ${channel}`)
    client = next
    failures = 0
  }
  const lose = (lost: Client): void => {
    if (lost !== client) return
    client = undefined
    void lost.end().catch(() => {})
    joinLater()
  }
  // Not a job of core/schedule.ts: it belongs to one loss of the connection, and each try waits longer than the one before.
  const joinLater = (): void => {
    if (isClosed || retry) return
    retry = setTimeout(joinAgain, Math.min(mostRetryMs, 100 * 2 ** failures++))
  }
  const joinAgain = (): void => {
    retry = undefined
    join().then(onReturn, (error: unknown) => {
      if (failures === 1) report(`notices between servers are away: ${String(error)}`)
      joinLater()
    })
  }

  // Nor this: a connection that does not answer is what it looks for, and then another is made.
  const watch = setInterval(() => {
    const by = client
    by?.query('select 1').catch(() => lose(by))
  }, askAgainMs)

  await join().catch((error: unknown) => {
    clearInterval(watch)
    throw error
  })
  return {
    client: () => client,
    lose,
    close: async () => {
      isClosed = true
      clearInterval(watch)
      clearTimeout(retry)
      const last = client
      client = undefined
      await last?.end().catch(() => {})
    },
  }
}
