/** Which agreement's changes are shown. */
export const readAgreementsSearchParams = ({ id }: Record<string, unknown>): { id?: string } =>
  typeof id === 'string' && /^[a-z0-9-]{1,60}$/.test(id) ? { id } : {}
