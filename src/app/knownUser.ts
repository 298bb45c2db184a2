import type { User } from '#contract/calls/account.ts'
import { meQuery } from '#api/person.ts'
import { queryClient } from '#api/queryClient.ts'
import { hasToken } from '#api/session.ts'

/** The person of this device: fetched once, then from memory; without a signal from the kept copy. A failed fetch is nobody. */
export async function loadCurrentUser(): Promise<User | undefined> {
  if (!hasToken()) return undefined
  return queryClient.ensureQueryData(meQuery()).catch(() => undefined)
}
