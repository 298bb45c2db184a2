import { asDecimal } from '#contract/decimal.ts'
import { type TermsByTime, termsByTimeOfRelease } from '#server/terms/termsByTime.ts'

/** The terms of this release from a moment on; before it those of these names were others. */
export function termsChangingAt(fromMs: number, older: Readonly<Record<string, string>>): TermsByTime {
  const now = termsByTimeOfRelease()
  return {
    ...now,
    at: (area, subject, name, atMs) => {
      const before = atMs < fromMs ? older[`${area} ${subject} ${name}`] : undefined
      return before === undefined ? now.at(area, subject, name, atMs) : asDecimal(before)
    },
    hasChanged: (areas, afterMs, byMs) =>
      fromMs > afterMs && fromMs <= byMs && Object.keys(older).some((name) => areas.includes(name.split(' ')[0] ?? '')),
    momentsOf: () => [fromMs, 0],
  }
}
