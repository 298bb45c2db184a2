import type { ServerEventBus } from '../../core/events.ts'
import { startRepeatingJob, type RepeatingJob } from '../../core/schedule.ts'
import type { SignedInUser } from '../../core/visitor.ts'
import type { PriceStreamClient, PriceStreamClients } from './streamReaders.ts'

interface StreamSessionsParts {
  readers: PriceStreamClients
  events: ServerEventBus
  /** Who a token belongs to; undefined when it is not good (any more). */
  visitorOf(token: string): Promise<SignedInUser | undefined>
  /** Which of these sessions still live: asked once a second for all open ones together, so that other servers' sign-outs count too. */
  aliveSessions: ((sessionIds: readonly string[]) => Promise<ReadonlySet<string>>) | undefined
}

const watchMs = 900

/** Whose stream it is: readers sign in by their token, hear what concerns them, and are signed out when their session has ended anywhere. */
export class PriceStreamSessions {
  readonly #parts: StreamSessionsParts
  readonly #watch: RepeatingJob

  constructor(parts: StreamSessionsParts) {
    this.#parts = parts
    const { readers, events } = parts
    // With the database away nobody can be told apart; the next second asks again.
    this.#watch = startRepeatingJob('sessions of open streams', watchMs, () => this.#endDead())
    events.onToUser(({ userId, event }) => {
      for (const reader of readers) if (reader.visitor?.userId === userId && reader.channels.has('user')) readers.sendToUser(reader, event)
    })
    events.onMissed(() => {
      for (const reader of readers) if (reader.visitor && reader.channels.has('user')) readers.sendToUser(reader, { t: 'missed', d: null })
    })
    events.onSessionEnded((sessionId) => {
      for (const reader of readers) if (reader.visitor?.sessionId === sessionId) this.#signOut(reader)
    })
  }

  async signIn(reader: PriceStreamClient, token: string): Promise<void> {
    const visitor = await this.#parts.visitorOf(token).catch(() => undefined)
    reader.visitor = visitor
    if (visitor) reader.channels.add('user')
    this.#parts.readers.sendWord(reader, { c: 'auth', ok: visitor !== undefined })
  }

  stop(): void {
    void this.#watch.stop()
  }

  #signOut(reader: PriceStreamClient): void {
    const { readers } = this.#parts
    readers.sendToUser(reader, { t: 'session', d: { ended: true } })
    reader.visitor = undefined
    reader.channels.delete('user')
    readers.sendWord(reader, { c: 'auth', ok: false })
  }

  async #endDead(): Promise<void> {
    const { readers, aliveSessions } = this.#parts
    const signedIn = [...readers].filter((reader) => reader.visitor)
    if (!aliveSessions || signedIn.length === 0) return
    const sessionIds = new Set(signedIn.map((reader) => reader.visitor!.sessionId))
    const alive = await aliveSessions([...sessionIds])
    for (const reader of signedIn) {
      // A reader that signed in again meanwhile was not asked about.
      const sessionId = reader.visitor?.sessionId
      if (sessionId !== undefined && sessionIds.has(sessionId) && !alive.has(sessionId)) this.#signOut(reader)
    }
  }
}
