import type { UserEvent } from '#contract/priceStream.ts'

/** Something to tell one person's open streams. `d` is in wire form. */
export interface ToUser {
  userId: string
  event: Pick<UserEvent, 't' | 'd'>
}

/** How rooms reach open sockets without knowing them. The stream listens; ended sessions close their sockets. */
export interface Events {
  toUser(message: ToUser): void
  sessionEnded(sessionId: string): void
  onToUser(listener: (message: ToUser) => void): void
  onSessionEnded(listener: (sessionId: string) => void): void
}

export function createEvents(): Events {
  const people: ((message: ToUser) => void)[] = []
  const endings: ((sessionId: string) => void)[] = []
  return {
    toUser: (message) => people.forEach((listener) => listener(message)),
    sessionEnded: (sessionId) => endings.forEach((listener) => listener(sessionId)),
    onToUser: (listener) => void people.push(listener),
    onSessionEnded: (listener) => void endings.push(listener),
  }
}
