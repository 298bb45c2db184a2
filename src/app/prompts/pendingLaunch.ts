import { createStore } from '#device/store.ts'

/** Where a launch wants to lead that found something unfinished open; undefined while there is nothing to decide. */
export const pendingLaunchPathStore = createStore<string | undefined>(undefined)
