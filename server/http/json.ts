/** JSON in which every number that is not a plain safe integer is its literal text: 0.1 never becomes a float (docs/rules/time-and-numbers.md). */
export function parseJsonKeepingDecimals(text: string): unknown {
  return JSON.parse(text, keepLiteral)
}

function keepLiteral(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number') return value
  const source = context?.source ?? String(value)
  return Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? value : source
}

/** Whether every text in it can be stored: the database writes neither a NUL nor half of a surrogate pair. */
export const isStorableJson = (value: unknown): boolean => {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  return typeof value !== 'object' || value === null || Object.entries(value).every((entry) => entry.every(isStorableJson))
}

/** The same text for the same value, whatever order its fields came in. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  return `{${fields
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`)
    .join(',')}}`
}
