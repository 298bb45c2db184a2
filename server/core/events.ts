import type { UserStreamEvent } from '#contract/priceStream.ts'
import type { Sql } from '#db/database.ts'
import type { PeerBroadcast } from '#db/pubsub.ts'
import { log } from './log.ts'

/** Something to tell one person's open streams. `d` is in wire form. */
export interface UserEventMessage {
  userId: string
  event: Pick<UserStreamEvent, 't' | 'd'>
}

/** How modules reach open sockets without knowing them, on whatever server those are. The stream listens; ended sessions close their sockets. */
export interface ServerEventBus {
  toUser(message: UserEventMessage): void
  sessionEnded(sessionId: string): void
  /** What another server had to tell may have been lost: whoever shows anything asks again. */
  missed(): void
  onToUser(listener: (message: UserEventMessage) => void): void
  onSessionEnded(listener: (sessionId: string) => void): void
  onMissed(listener: () => void): void
}

/** The other servers, where there can be any. */
export interface ServerEventRelayDeps {
  notices: PeerBroadcast
  db: Sql
}

/** A notice between servers takes 8,000 bytes, with what stands around the text. */
const longestBytes = 7_000

export function createServerEventBus(elsewhere?: ServerEventRelayDeps): ServerEventBus {
  const people: ((message: UserEventMessage) => void)[] = []
  const endings: ((sessionId: string) => void)[] = []
  const misses: (() => void)[] = []
  const missed = (): void => misses.forEach((listener) => notifyAll([listener], undefined))

  const receive = (text: string): void => notifyAll(people, JSON.parse(text) as UserEventMessage)
  const { notices, db } = elsewhere ?? {}
  notices?.on('user', receive)
  notices?.on('longUser', (id) => {
    db!
      .query<{ body: string }>('select body from long_event where id = $1', [id])
      .then(([row]) => (row ? receive(row.body) : missed()), missed)
  })
  notices?.on('session', (id) => notifyAll(endings, id))
  notices?.onGap(missed)

  const tellOthers = (message: UserEventMessage): void => {
    const text = JSON.stringify(message)
    // Quotes and backslashes are written twice on the way.
    if (Buffer.byteLength(JSON.stringify(text)) <= longestBytes) return notices!.publish('user', text)
    db!.query<{ id: string }>('insert into long_event (body) values ($1) returning id', [text]).then(
      ([row]) => notices!.publish('longUser', row!.id),
      () => notices!.publish('gap', ''),
    )
  }

  return {
    toUser: (message) => {
      notifyAll(people, message)
      if (notices) tellOthers(message)
    },
    sessionEnded: (sessionId) => {
      notifyAll(endings, sessionId)
      notices?.publish('session', sessionId)
    },
    missed: () => {
      missed()
      notices?.publish('gap', '')
    },
    onToUser: (listener) => void people.push(listener),
    onSessionEnded: (listener) => void endings.push(listener),
    onMissed: (listener) => void misses.push(listener),
  }
}

/** What is told is done already: a listener that fails must stop neither the others nor whoever tells. */
function notifyAll<T>(listeners: readonly ((event: T) => void)[], payload: T): void {
  for (const listener of listeners) {
    try {
      listener(payload)
    } catch (fault) {
      log.error('a listener failed', fault)
    }
  }
}
