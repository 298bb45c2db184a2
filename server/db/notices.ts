import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { Place } from './database.ts'

/** Words between the servers of one database (LISTEN and NOTIFY). What one says, all others hear, in order, and never itself. */
export interface Notices {
  /** At most 7,900 bytes. Said as soon as there is a connection. */
  say(topic: string, text: string): void
  on(topic: string, listener: (text: string) => void): void
  /** After words may have been lost: the connection was away, or somebody had too many to say. */
  onGap(listener: () => void): void
  close(): Promise<void>
}

const channel = 'fairlead'
const atOnce = 200
const mostWaiting = 5_000
const askAgainMs = 5_000
const patienceMs = 5_000
const mostRetryMs = 2_000
const lastWordsMs = 1_000

/** Connects, and again whenever the connection is lost. `name` is this server's; refuses when the first connection cannot be made. */
export async function openNotices(place: Place, name: string, report: (message: string) => void = () => {}): Promise<Notices> {
  const listeners = new Map<string, ((text: string) => void)[]>()
  const gapListeners: (() => void)[] = []
  const where = 'url' in place ? { connectionString: place.url } : { ...place, host: place.socketDir }
  let waiting: string[] = []
  let said = 0
  let client: Client | undefined
  let retry: NodeJS.Timeout | undefined
  let failures = 0
  let isClosed = false
  let isSaying = false

  const hear = (payload: string): void => {
    const [from, , topic, text] = JSON.parse(payload) as [string, number, string, string]
    if (from === name) return
    if (topic === 'gap') gap()
    else each(listeners.get(topic) ?? [], text)
  }
  const gap = (): void => each(gapListeners)

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
    next.on('notification', ({ payload }) => payload && hear(payload))
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
  const joinLater = (): void => {
    if (isClosed || retry) return
    retry = setTimeout(
      () => {
        retry = undefined
        join().then(
          () => {
            gap()
            void sayAll()
          },
          (error: unknown) => {
            if (failures === 1) report(`notices between servers are away: ${String(error)}`)
            joinLater()
          },
        )
      },
      Math.min(mostRetryMs, 100 * 2 ** failures++),
    )
  }

  const sayAll = async (): Promise<void> => {
    if (isSaying) return
    isSaying = true
    while (client && waiting.length > 0) {
      const by = client
      const from = waiting
      const batch = from.slice(0, atOnce)
      try {
        await by.query({
          name: 'say',
          text: `select pg_notify('${channel}', said.text) from unnest($1::text[]) with ordinality as said (text, n) order by n`,
          values: [batch],
        })
        // Where there was too much to say meanwhile, others wait now, none of whom was said.
        from.splice(0, batch.length)
      } catch {
        // Nobody knows whether it was said: said twice does no harm.
        lose(by)
      }
    }
    isSaying = false
  }

  const watch = setInterval(() => {
    const by = client
    by?.query('select 1').catch(() => lose(by))
  }, askAgainMs)

  await join().catch((error: unknown) => {
    clearInterval(watch)
    throw error
  })
  return {
    say: (topic, text) => {
      if (isClosed) return
      // The others are told that they missed something, instead of everything that they missed.
      if (waiting.length >= mostWaiting) waiting = [JSON.stringify([name, ++said, 'gap', ''])]
      // The number tells equal words apart: PostgreSQL would say them once.
      waiting.push(JSON.stringify([name, ++said, topic, text]))
      void sayAll()
    },
    on: (topic, listener) => void listeners.set(topic, [...(listeners.get(topic) ?? []), listener]),
    onGap: (listener) => void gapListeners.push(listener),
    close: async () => {
      // What was said a moment ago is said still.
      for (const end = performance.now() + lastWordsMs; client && waiting.length > 0 && performance.now() < end; ) await sleep(10)
      isClosed = true
      clearInterval(watch)
      clearTimeout(retry)
      const last = client
      client = undefined
      await last?.end().catch(() => {})
    },
  }
}

/** A listener that fails must stop neither the others nor whoever tells. */
function each<T extends unknown[]>(listeners: readonly ((...told: T) => void)[], ...told: T): void {
  for (const listener of listeners) {
    try {
      listener(...told)
    } catch (fault) {
      console.error('a listener to other servers failed:', fault)
    }
  }
}
