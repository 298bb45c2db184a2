import { parseSync, Visitor } from 'rolldown/utils'
import type { Figure, Source } from './figure.ts'

/** What a file names: its texts and keys where it is code, its words where it is none. A text of several words names each of them. */
function namesIn({ file, text }: Source): Set<string> {
  const names = new Set<string>()
  const add = (words: string): void => words.split(/[^\w-]+/).forEach((word) => names.add(word))
  if (!/\.tsx?$/.test(file)) {
    add(text)
    return names
  }
  new Visitor({
    Literal: ({ value }) => void (typeof value === 'string' && add(value)),
    TemplateElement: ({ value }) => add(value.raw),
    Property: ({ key }) => void (key.type === 'Identifier' && names.add(key.name)),
  }).visit(parseSync(file, text).program)
  return names
}

/** Files that name each of these, by any of its names: whoever adds one more has to look there. */
function placesNaming(each: readonly (readonly string[])[], sources: readonly Source[]): string[] {
  const haveAll = (has: (name: string) => boolean): boolean => each.length > 0 && each.every((aliases) => aliases.some(has))
  return sources
    .filter((source) => haveAll((name) => source.text.includes(name)))
    .filter((source) => {
      const names = namesIn(source)
      return haveAll((name) => names.has(name))
    })
    .map(({ file }) => file)
    .sort()
}

/**
 * Places to edit for a language: its two folders, and whatever names all languages in Latin letters. What only one in other letters
 * needs is its fonts, named where fonts are (`src/ui/tokens.css`).
 */
export function languageFigure(languages: readonly { code: string; locale: string }[], sources: readonly Source[]): Figure {
  const latin = languages.filter(({ locale }) => ['ms', 'vi', 'es'].includes(locale)).map(({ code, locale }) => [code, locale])
  const places = [...placesNaming(latin, sources), 'locales/<language>', 'server/db/seed/content/<language>']
  return { what: 'Places to edit for a language', value: places.length, limit: 3, found: places }
}

/** What a market is made of: its coin has a mark, a name, a scale and networks also where nobody trades it. */
const ofCurrencies = new Set([
  'server/build/marks.ts',
  'server/core/names.ts',
  'server/db/seed/currencies.ts',
  'server/db/seed/networks.ts',
  'server/market/funding/overnightRate.ts',
  'src/contract/currencyScale.ts',
])

/** Places to edit for a market between currencies that are there. */
export function marketFigure(markets: readonly { symbol: string; base: string; category: string }[], sources: readonly Source[]): Figure {
  const searched = sources.filter(({ file }) => !ofCurrencies.has(file))
  const of = (wanted: string) => markets.filter(({ category }) => category === wanted).map(({ symbol, base }) => [symbol, base])
  // The first of a kind stand in many places as examples; a list has the last ones too.
  const places = ['crypto', 'metal'].map((category) => placesNaming(of(category).slice(-2), searched))
  const most = places.sort((a, b) => b.length - a.length)[0] ?? []
  return { what: 'Places to edit for a market', value: most.length, limit: 1, found: most }
}
