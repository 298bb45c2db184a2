/** Which part somebody came for. */
export const readDataRightsSearchParams = ({ part }: Record<string, unknown>): { part?: 'delete' } => (part === 'delete' ? { part } : {})
