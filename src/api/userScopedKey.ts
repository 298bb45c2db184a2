import { userSessionStore } from './session.ts'

// Entries are filed under the token they were read with, so that another person on this phone never meets them,
// even if wiping at sign-out was cut short.
const ownerTag = (): string => {
  let tag = 5381
  for (const char of userSessionStore.get().token ?? '') tag = (tag * 33 + char.charCodeAt(0)) >>> 0
  return tag.toString(36)
}
/** Under which key something of this person's stands. */
export const userScopedKey = (key: string): string => `${ownerTag()}:${key}`

/** The name of the shelf of a person's reads. */
export const persistedReadsTableName = 'kept-by-page'
