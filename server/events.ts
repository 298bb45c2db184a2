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
    toUser: (message) => tellAll(people, message),
    sessionEnded: (sessionId) => tellAll(endings, sessionId),
    onToUser: (listener) => void people.push(listener),
    onSessionEnded: (listener) => void endings.push(listener),
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
