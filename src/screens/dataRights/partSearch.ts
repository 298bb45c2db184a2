/** Which part somebody came for. */
export const partSearch = ({ part }: Record<string, unknown>): { part?: 'delete' } => (part === 'delete' ? { part } : {})
