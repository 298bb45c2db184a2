/** Which terms are shown. */
export const readTermsAreaSearchParams = ({ area }: Record<string, unknown>): { area?: string } =>
  typeof area === 'string' && /^[a-z]{1,20}$/.test(area) ? { area } : {}
