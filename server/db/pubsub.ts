import { setTimeout as sleep } from 'node:timers/promises'
import { log } from '../core/log.ts'
import type { DatabaseTarget } from './database.ts'
import { type ListenConnection, openListenConnection } from './listenConnection.ts'

/** Words between the servers of one database (LISTEN and NOTIFY). What one says, all others hear, in order, and never itself. */
export interface PeerBroadcast {
  /** At most 7,900 bytes. Said as soon as there is a connection. */
  publish(topic: string, text: string): void
  on(topic: string, listener: (text: string) => void): void
  /** After words may have been lost: the connection was away, or somebody had too many to say. */
  onGap(listener: () => void): void
  close(): Promise<void>
}

const channel = 'fairlead'
const atOnce = 200
const mostWaiting = 5_000
const lastWordsMs = 1_000

/** Connects, and again whenever the connection is lost. `name` is this server's; refuses when the first connection cannot be made. */
export async function openPeerBroadcast(
  place: DatabaseTarget,
  name: string,
  report: (message: string) => void = () => {},
): Promise<PeerBroadcast> {
  const listeners = new Map<string, ((text: string) => void)[]>()
  const gapListeners: (() => void)[] = []
  const gap = (): void => each(gapListeners)

  const receive = (payload: string): void => {
    const [from, , topic, text] = JSON.parse(payload) as [string, number, string, string]
    if (from === name) return
    if (topic === 'gap') gap()
    else each(listeners.get(topic) ?? [], text)
  }
  const connection = await openListenConnection(place, {
    channel,
    onPayload: receive,
    report,
    onReturn: () => {
      gap()
      void outbox.sayAll()
    },
  })
  const outbox = createOutbox(connection, name)

  return {
    publish: outbox.say,
    on: (topic, listener) => void listeners.set(topic, [...(listeners.get(topic) ?? []), listener]),
    onGap: (listener) => void gapListeners.push(listener),
    close: async () => {
      await outbox.close()
      await connection.close()
    },
  }
}

/** What is to be said, in order, as soon as there is a connection. */
function createOutbox(connection: ListenConnection, name: string) {
  let waiting: string[] = []
  let said = 0
  let isSaying = false
  let isClosed = false

  const sayAll = async (): Promise<void> => {
    if (isSaying) return
    isSaying = true
    for (let by = connection.client(); by && waiting.length > 0; by = connection.client()) {
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
        connection.lose(by)
      }
    }
    isSaying = false
  }

  return {
    sayAll,
    say: (topic: string, text: string): void => {
      if (isClosed) return
      // The others are told that they missed something, instead of everything that they missed.
      if (waiting.length >= mostWaiting) waiting = [JSON.stringify([name, ++said, 'gap', ''])]
      // The number tells equal words apart: PostgreSQL would say them once.
      waiting.push(JSON.stringify([name, ++said, topic, text]))
      void sayAll()
    },
    /** What was said a moment ago is said still. */
    close: async (): Promise<void> => {
      for (const end = performance.now() + lastWordsMs; connection.client() && waiting.length > 0 && performance.now() < end; )
        await sleep(10)
      isClosed = true
    },
  }
}

/** A listener that fails must stop neither the others nor whoever tells. */
function each<T extends unknown[]>(listeners: readonly ((...args: T) => void)[], ...told: T): void {
  for (const listener of listeners) {
    try {
      listener(...told)
    } catch (fault) {
      log.error('a listener to other servers failed', fault)
    }
  }
}
