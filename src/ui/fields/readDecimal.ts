/** Why a text is not (yet) a number that we dare to use. */
type DecimalProblem = 'ambiguous' | 'twoPoints' | 'notANumber' | 'tooManyPlaces' | 'tooLong'

export type DecimalInputReading =
  /** `shown` stays in the field ('1.'), `value` is a plain decimal ('1') or '' for an empty field. */
  | { ok: true; shown: string; value: string }
  /** `shown` keeps every character; `readings` are the two numbers that an ambiguous text could be. */
  | { ok: false; shown: string; problem: DecimalProblem; readings?: [string, string] }

const maxIntegerDigits = 20
const spaces = /[\s\u00a0\u2009\u202f]/g

/**
 * One rule for comma and point (docs/rules/interface.md). Typed: both are the decimal point. Pasted: grouping is understood where it
 * can mean only one thing. One point and nothing else is the decimal point, as everywhere in the app, whose own figures have commas for
 * thousands (docs/rules/time-and-numbers.md); '1,234' is refused, because it can mean two. No character is ever dropped in silence.
 */
export function parseDecimalInput(text: string, scale: number, source: 'typed' | 'pasted' = 'typed'): DecimalInputReading {
  const trimmedText = text.normalize('NFKC').trim()
  if (trimmedText === '') return { ok: true, shown: '', value: '' }
  const normalized = source === 'pasted' ? normalizePastedDecimal(trimmedText) : normalizeTypedDecimal(trimmedText)
  if (!normalized.ok) return { ...normalized, shown: text }
  const [whole = '', places] = normalized.shown.split('.')
  const rejectAs = (problem: DecimalProblem): DecimalInputReading => ({ ok: false, shown: normalized.shown, problem })
  if (whole.length > maxIntegerDigits) return rejectAs('tooLong')
  if (places !== undefined && (scale === 0 || places.length > scale)) return rejectAs('tooManyPlaces')
  return { ok: true, shown: normalized.shown, value: toPlainDecimal(whole, places ?? '') }
}

type NormalizedDecimal = { ok: true; shown: string } | { ok: false; problem: DecimalProblem; readings?: [string, string] }

const normalizeTypedDecimal = (text: string): NormalizedDecimal => {
  const normalizedText = text.replace(/[,、。٫]/g, '.')
  if (!/^[\d.]*$/.test(normalizedText)) return { ok: false, problem: 'notANumber' }
  if (normalizedText.split('.').length > 2) return { ok: false, problem: 'twoPoints' }
  return { ok: true, shown: normalizedText }
}

const hasThousandsGroups = (whole: string, mark: string): boolean => {
  const groups = whole.split(mark)
  return /^[1-9]\d{0,2}$/.test(groups[0] ?? '') && groups.slice(1).every((group) => /^\d{3}$/.test(group))
}

function normalizePastedDecimal(text: string): NormalizedDecimal {
  const withPlainSpaces = text.replace(spaces, ' ').replace(/[’']/g, ' ')
  if (!/^[\d., ]+$/.test(withPlainSpaces)) return { ok: false, problem: 'notANumber' }
  const point = Math.max(withPlainSpaces.lastIndexOf(','), withPlainSpaces.lastIndexOf('.'))
  if (withPlainSpaces.includes(' ')) return normalizeSpaceGrouped(withPlainSpaces, point)
  if (point < 0) return { ok: true, shown: withPlainSpaces }
  const mark = withPlainSpaces[point] as ',' | '.'
  const otherMark = mark === ',' ? '.' : ','
  const whole = withPlainSpaces.slice(0, point)
  const places = withPlainSpaces.slice(point + 1)
  if (whole.includes(otherMark)) {
    return !whole.includes(mark) && hasThousandsGroups(whole, otherMark)
      ? joinDecimal(whole.replaceAll(otherMark, ''), places)
      : { ok: false, problem: 'notANumber' }
  }
  if (whole.includes(mark)) {
    return hasThousandsGroups(withPlainSpaces, mark)
      ? { ok: true, shown: withPlainSpaces.replaceAll(mark, '') }
      : { ok: false, problem: 'twoPoints' }
  }
  if (mark === ',' && hasThousandsGroups(withPlainSpaces, mark))
    return { ok: false, problem: 'ambiguous', readings: [`${whole}.${places}`, `${whole}${places}`] }
  return joinDecimal(whole, places)
}

/** '1 234,50' and '1 234': a space can only be grouping, so what follows the last mark can only be decimals. */
function normalizeSpaceGrouped(text: string, point: number): NormalizedDecimal {
  const whole = point < 0 ? text : text.slice(0, point)
  const places = point < 0 ? '' : text.slice(point + 1)
  if (!hasThousandsGroups(whole, ' ') || /\D/.test(places)) return { ok: false, problem: 'notANumber' }
  const digits = whole.replaceAll(' ', '')
  return point < 0 ? { ok: true, shown: digits } : joinDecimal(digits, places)
}

const joinDecimal = (whole: string, places: string): NormalizedDecimal => ({ ok: true, shown: `${whole}.${places}` })

/** '007.' → '7', '.5' → '0.5', '.' → ''. */
const toPlainDecimal = (whole: string, places: string): string => {
  if (whole === '' && places === '') return ''
  const trimmed = whole.replace(/^0+(?=\d)/, '') || '0'
  return places === '' ? trimmed : `${trimmed}.${places}`
}

/** Whether plain decimal `a` is above plain decimal `b`; digits only, no sign. */
export function isPlainDecimalAbove(a: string, b: string): boolean {
  const [aWhole = '', aPlaces = ''] = a.split('.')
  const [bWhole = '', bPlaces = ''] = b.split('.')
  const integerLength = Math.max(aWhole.length, bWhole.length)
  const places = Math.max(aPlaces.length, bPlaces.length)
  const digits = (whole: string, rest: string) => whole.padStart(integerLength, '0') + rest.padEnd(places, '0')
  return digits(aWhole, aPlaces) > digits(bWhole, bPlaces)
}
