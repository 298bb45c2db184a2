import { hasToken, session } from '#api/session.ts'

/** Asks the browser, once someone is signed in, not to evict what is kept here (expectations 11). */
export function askForLastingStorage(): void {
  const ask = (): void => {
    if (hasToken()) navigator.storage?.persist?.().catch(() => undefined)
  }
  ask()
  session.subscribe(ask)
}
