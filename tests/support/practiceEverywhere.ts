import type { CountryProductPermissionStore } from '#server/core/legalRecords.ts'

/** Legal records that let every country practise whatever its rules allow, for tests about something else. A sandbox asks none. */
export const permissiveLegalRecords: CountryProductPermissionStore = {
  granted: (_, product) => (product === 'loan' || product === 'incentive' ? 'off' : 'demo'),
  refresh: async () => {},
}
