import { createStore } from '#device/store.ts'

/** Whether one of the prompts has something to say: from then on they are there. */
export const appPromptsNeededStore = createStore(false)
