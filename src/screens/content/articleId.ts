/** An article's id out of an address; '' when there is none that could exist. */
export const parseArticleIdOrEmpty = (value: unknown): string => {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && /^[a-z0-9-]{1,60}$/.test(text) ? text : ''
}
