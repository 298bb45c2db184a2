/** Why a text is not (yet) a number that we dare to use. */
type DecimalProblem = 'ambiguous' | 'twoPoints' | 'notANumber' | 'tooManyPlaces' | 'tooLong'

export type DecimalReading =
  /** `shown` stays in the field ('1.'), `value` is a plain decimal ('1') or '' for an empty field. */
  | { ok: true; shown: string; value: string }
  /** `shown` keeps every character; `readings` are the two numbers that an ambiguous text could be. */
  | { ok: false; shown: string; problem: DecimalProblem; readings?: [string, string] }

const longestWhole = 20
const spaces = /[\s\u00a0\u2009\u202f]/g

/**
 * One rule for comma and point (product §4.1, §4.2). Typed: both are the decimal point. Pasted: grouping is understood where it
 * can mean only one thing. One point and nothing else is the decimal point, as everywhere in the app, whose own figures have commas for
 * thousands (product §0.2); '1,234' is refused, because it can mean two. No character is ever dropped in silence.
 */
export function readDecimal(text: string, scale: number, how: 'typed' | 'pasted' = 'typed'): DecimalReading {
  const clean = text.normalize('NFKC').trim()
  if (clean === '') return { ok: true, shown: '', value: '' }
  const read = how === 'pasted' ? ungroup(clean) : pointed(clean)
  if (!read.ok) return { ...read, shown: text }
  const [whole = '', places] = read.shown.split('.')
  const refuse = (problem: DecimalProblem): DecimalReading => ({ ok: false, shown: read.shown, problem })
  if (whole.length > longestWhole) return refuse('tooLong')
  if (places !== undefined && (scale === 0 || places.length > scale)) return refuse('tooManyPlaces')
  return { ok: true, shown: read.shown, value: plain(whole, places ?? '') }
}

type Pointed = { ok: true; shown: string } | { ok: false; problem: DecimalProblem; readings?: [string, string] }

const pointed = (text: string): Pointed => {
  const shown = text.replace(/[,、。٫]/g, '.')
  if (!/^[\d.]*$/.test(shown)) return { ok: false, problem: 'notANumber' }
  if (shown.split('.').length > 2) return { ok: false, problem: 'twoPoints' }
  return { ok: true, shown }
}

const grouped = (whole: string, mark: string): boolean => {
  const groups = whole.split(mark)
  return /^[1-9]\d{0,2}$/.test(groups[0] ?? '') && groups.slice(1).every((group) => /^\d{3}$/.test(group))
}

function ungroup(text: string): Pointed {
  const marked = text.replace(spaces, ' ').replace(/[’']/g, ' ')
  if (!/^[\d., ]+$/.test(marked)) return { ok: false, problem: 'notANumber' }
  const point = Math.max(marked.lastIndexOf(','), marked.lastIndexOf('.'))
  if (marked.includes(' ')) return spaced(marked, point)
  if (point < 0) return { ok: true, shown: marked }
  const mark = marked[point] as ',' | '.'
  const other = mark === ',' ? '.' : ','
  const whole = marked.slice(0, point)
  const places = marked.slice(point + 1)
  if (whole.includes(other)) {
    return !whole.includes(mark) && grouped(whole, other) ? join(whole.replaceAll(other, ''), places) : { ok: false, problem: 'notANumber' }
  }
  if (whole.includes(mark)) {
    return grouped(marked, mark) ? { ok: true, shown: marked.replaceAll(mark, '') } : { ok: false, problem: 'twoPoints' }
  }
  if (mark === ',' && grouped(marked, mark))
    return { ok: false, problem: 'ambiguous', readings: [`${whole}.${places}`, `${whole}${places}`] }
  return join(whole, places)
}

/** '1 234,50' and '1 234': a space can only be grouping, so what follows the last mark can only be decimals. */
function spaced(text: string, point: number): Pointed {
  const whole = point < 0 ? text : text.slice(0, point)
  const places = point < 0 ? '' : text.slice(point + 1)
  if (!grouped(whole, ' ') || /\D/.test(places)) return { ok: false, problem: 'notANumber' }
  const digits = whole.replaceAll(' ', '')
  return point < 0 ? { ok: true, shown: digits } : join(digits, places)
}

const join = (whole: string, places: string): Pointed => ({ ok: true, shown: `${whole}.${places}` })

/** '007.' → '7', '.5' → '0.5', '.' → ''. */
const plain = (whole: string, places: string): string => {
  if (whole === '' && places === '') return ''
  const trimmed = whole.replace(/^0+(?=\d)/, '') || '0'
  return places === '' ? trimmed : `${trimmed}.${places}`
}

/** Whether plain decimal `a` is above plain decimal `b`; digits only, no sign. */
export function isAbove(a: string, b: string): boolean {
  const [aWhole = '', aPlaces = ''] = a.split('.')
  const [bWhole = '', bPlaces = ''] = b.split('.')
  const wholes = Math.max(aWhole.length, bWhole.length)
  const places = Math.max(aPlaces.length, bPlaces.length)
  const digits = (whole: string, rest: string) => whole.padStart(wholes, '0') + rest.padEnd(places, '0')
  return digits(aWhole, aPlaces) > digits(bWhole, bPlaces)
}
