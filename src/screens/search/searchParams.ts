export const maxSearchLength = 60

/** What the address asks for. In a file of its own, because it is read before the screen is fetched. A number arrives as one. */
export const readSearchScreenParams = ({ q }: Record<string, unknown>): { q?: string } =>
  (typeof q === 'string' || typeof q === 'number') && q !== '' ? { q: String(q).slice(0, maxSearchLength) } : {}
