import type { UserEvent } from '#contract/priceStream.ts'
import type { Sql } from '#db/database.ts'
import type { Notices } from '#db/notices.ts'

/** Something to tell one person's open streams. `d` is in wire form. */
export interface ToUser {
  userId: string
  event: Pick<UserEvent, 't' | 'd'>
}

/** How rooms reach open sockets without knowing them, on whatever server those are. The stream listens; ended sessions close their sockets. */
export interface Events {
  toUser(message: ToUser): void
  sessionEnded(sessionId: string): void
  /** What another server had to tell may have been lost: whoever shows anything asks again. */
  missed(): void
  onToUser(listener: (message: ToUser) => void): void
  onSessionEnded(listener: (sessionId: string) => void): void
  onMissed(listener: () => void): void
}

/** The other servers, where there can be any. */
export interface Elsewhere {
  notices: Notices
  db: Sql
}

/** A notice between servers takes 8,000 bytes, with what stands around the text. */
const longestBytes = 7_000

export function createEvents(elsewhere?: Elsewhere): Events {
  const people: ((message: ToUser) => void)[] = []
  const endings: ((sessionId: string) => void)[] = []
  const misses: (() => void)[] = []
  const missed = (): void => misses.forEach((listener) => tellAll([listener], undefined))

  const hear = (text: string): void => tellAll(people, JSON.parse(text) as ToUser)
  const { notices, db } = elsewhere ?? {}
  notices?.on('user', hear)
  notices?.on('longUser', (id) => {
    db!
      .query<{ body: string }>('select body from long_event where id = $1', [id])
      .then(([row]) => (row ? hear(row.body) : missed()), missed)
  })
  notices?.on('session', (id) => tellAll(endings, id))
  notices?.onGap(missed)

  const tellOthers = (message: ToUser): void => {
    const text = JSON.stringify(message)
    // Quotes and backslashes are written twice on the way.
    if (Buffer.byteLength(JSON.stringify(text)) <= longestBytes) return notices!.say('user', text)
    db!.query<{ id: string }>('insert into long_event (body) values ($1) returning id', [text]).then(
      ([row]) => notices!.say('longUser', row!.id),
      () => notices!.say('gap', ''),
    )
  }

  return {
    toUser: (message) => {
      tellAll(people, message)
      if (notices) tellOthers(message)
    },
    sessionEnded: (sessionId) => {
      tellAll(endings, sessionId)
      notices?.say('session', sessionId)
    },
    missed: () => {
      missed()
      notices?.say('gap', '')
    },
    onToUser: (listener) => void people.push(listener),
    onSessionEnded: (listener) => void endings.push(listener),
    onMissed: (listener) => void misses.push(listener),
  }
}

/** What is told is done already: a listener that fails must stop neither the others nor whoever tells. */
function tellAll<T>(listeners: readonly ((told: T) => void)[], told: T): void {
  for (const listener of listeners) {
    try {
      listener(told)
    } catch (fault) {
      console.error('a listener failed:', fault)
    }
  }
}
