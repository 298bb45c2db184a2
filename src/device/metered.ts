import { readLocalStorage, writeLocalStorage } from './storage.ts'
import { createStore } from './store.ts'

interface Connection {
  saveData?: boolean
  type?: string
  effectiveType?: string
}

/** Whether this connection costs by what it carries, or is asked to carry little. Where the browser does not say, it is not. */
export const isMeteredOrSlowConnection = (): boolean => isDataSaverOrSlowConnection() || connection()?.type === 'cellular'

/** Whether this connection is asked to carry little, or cannot carry much: nothing is stored over it that nobody asked for. */
export const isDataSaverOrSlowConnection = (): boolean =>
  connection()?.saveData === true || connection()?.effectiveType?.endsWith('2g') === true

const connection = (): Connection | undefined => (navigator as { connection?: Connection }).connection

const key = 'save-on-metered'

/** Whether the person allowed help and news, and the files of the app, to be stored over such a connection too. */
export const meteredDownloadsAllowedStore = createStore<boolean>(readLocalStorage(key) === 'yes')

export function setMeteredDownloadsAllowed(isAllowed: boolean): void {
  meteredDownloadsAllowedStore.set(isAllowed)
  writeLocalStorage(key, isAllowed ? 'yes' : undefined)
}

/** Whether the person asked, since the app was opened, for what is read offline to be saved now, over whatever connection. */
export const offlineSavingRequestedStore = createStore(false)
