import type { ProductAvailabilityByKind } from '#contract/calls/account.ts'
import { useSystemSettings, useUser } from './person.ts'
import { useHasToken } from './session.ts'

/** What is offered to whoever looks: a person's countries decide, for everybody else the strictest rules. undefined while it is not known. */
export function useProductAvailability(): ProductAvailabilityByKind | undefined {
  const hasToken = useHasToken()
  const user = useUser()
  const system = useSystemSettings()
  return hasToken ? user?.features : system?.features
}
