import { createStore } from './store.ts'

/** Whether something was asked for that only the worker can do: then it is registered at once, and not when the page has nothing else to do. */
export const serviceWorkerNeededStore = createStore(false)
