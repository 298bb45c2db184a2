import { readStored, store } from './storage.ts'
import { createStore } from './store.ts'

interface Connection {
  saveData?: boolean
  type?: string
  effectiveType?: string
}

/** Whether this connection costs by what it carries, or is asked to carry little. Where the browser does not say, it is not. */
export function isMetered(): boolean {
  const { connection } = navigator as { connection?: Connection }
  return connection?.saveData === true || connection?.type === 'cellular' || connection?.effectiveType?.endsWith('2g') === true
}

const key = 'save-on-metered'

/** Whether the person allowed help and news to be kept over such a connection too. */
export const mayUseMetered = createStore<boolean>(readStored(key) === 'yes')

export function allowMetered(isAllowed: boolean): void {
  mayUseMetered.set(isAllowed)
  store(key, isAllowed ? 'yes' : undefined)
}
