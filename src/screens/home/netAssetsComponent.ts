import type { ComponentType } from 'react'
import { hasToken } from '#api/session.ts'
import type { User } from '#contract/calls/account.ts'
import { createStore } from '#device/store.ts'

/** What home shows of somebody's own money: only people who are signed in fetch it, and then beside home rather than behind it. */
export const netAssetsComponentStore = createStore<{ NetAssetsCard?: ComponentType<{ user: User | undefined }> }>({})

/** Nobody is told where it does not come: home is whole without it. */
export const loadNetAssetsComponent = async (): Promise<void> => {
  if (hasToken() && !netAssetsComponentStore.get().NetAssetsCard)
    await import('./NetAssetsCard.tsx').then(({ NetAssetsCard }) => netAssetsComponentStore.set({ NetAssetsCard })).catch(() => undefined)
}
