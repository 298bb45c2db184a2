import { useState } from 'react'
import { newRequestId } from '#api/mutation.ts'

/**
 * The idempotency id of one wish, for as long as its sheet is open: another wish has another id, and whoever comes back to
 * an earlier one asks again with the id it had, so that a try whose answer was lost cannot happen twice.
 */
export function useRequestId(wish: string): string {
  const [ids] = useState(() => new Map<string, string>())
  const id = ids.get(wish) ?? newRequestId()
  ids.set(wish, id)
  return id
}
