/** Which terms are shown. */
export const areaSearch = ({ area }: Record<string, unknown>): { area?: string } =>
  typeof area === 'string' && /^[a-z]{1,20}$/.test(area) ? { area } : {}
