/** One text for the same numbers, whatever the order of their names. */
const serializeSorted = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

/** Whether the numbers are those of the text that was signed. */
export function matchesSignedNumbers(displayed: unknown, signed: string): boolean {
  try {
    return serializeSorted(displayed) === serializeSorted(JSON.parse(signed))
  } catch {
    return false
  }
}
