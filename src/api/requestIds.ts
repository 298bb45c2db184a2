import { useState } from 'react'

/** The idempotency ids of what a person wants from one screen or sheet (docs/rules/wire.md). */
export interface RequestIds {
  /**
   * The same intent has the same id, through retries and lost answers, and so has one that somebody comes back to; another
   * intent has another. Where a sheet can want only one thing, nothing is given.
   */
  of(intent?: unknown): string
  /** Whatever is wanted from now on is a new intent, even if it looks like an earlier one. */
  forget(): void
}

/** The id that was stored with a draft, or a new one: for an intent that outlives its screen. */
export const storedOrNewRequestId = (stored: string | undefined): string => stored ?? crypto.randomUUID()

/** What `useRequestIds` keeps. */
export function createRequestIds(): RequestIds {
  const ids = new Map<string, string>()
  return {
    of: (intent = '') => {
      const intentText = JSON.stringify(intent)
      const id = storedOrNewRequestId(ids.get(intentText))
      ids.set(intentText, id)
      return id
    },
    forget: () => ids.clear(),
  }
}

/** The ids of a screen or sheet, for as long as it is there. No other place makes any (tests/tables/requestIds.test.ts). */
export const useRequestIds = (): RequestIds => useState(createRequestIds)[0]
