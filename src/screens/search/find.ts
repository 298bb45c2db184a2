import { normalizeSearchText } from '#rules/fold.ts'

/** One spelling of what people type and of what stands in a list: 'EUR/USD', 'eur usd' and 'eurusd' are the same. */
const withoutSeparators = (text: string): string => normalizeSearchText(text).replace(/[/\s_-]/g, '')
const wordsOf = (text: string): string[] => normalizeSearchText(text).split(/\s+/).filter(Boolean)

/** The markets whose ticker or name has what was typed; a ticker that begins so comes first, then the house's own order. */
export function findMarkets<
  M extends { symbol: string; base: string; quote: string; name: string; englishName?: string | undefined; hot: number },
>(markets: readonly M[], typed: string): M[] {
  const normalizedText = withoutSeparators(typed)
  if (normalizedText === '') return []
  const matchRank = ({ base, quote, symbol, name, englishName = '' }: M): number => {
    const pair = withoutSeparators(base + quote)
    if (withoutSeparators(base) === normalizedText || pair === normalizedText) return 0
    if (pair.startsWith(normalizedText)) return 1
    return [pair, symbol, name, englishName].some((text) => withoutSeparators(text).includes(normalizedText)) ? 2 : -1
  }
  return markets
    .map((market) => ({ market, at: matchRank(market) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at || a.market.hot - b.market.hot)
    .map(({ market }) => market)
}

/** Those whose name, or whose own English word for themselves, has every typed word; names that begin so come first. */
export function findItemsByName<N extends { name: string; also: string }>(all: readonly N[], typed: string): N[] {
  const words = wordsOf(typed)
  if (words.length === 0) return []
  const startsWithFirstWord = ({ name }: N) => normalizeSearchText(name).startsWith(words[0] ?? '')
  return all
    .filter(({ name, also }) => words.every((word) => normalizeSearchText(`${name} ${also}`).includes(word)))
    .sort((a, b) => Number(startsWithFirstWord(b)) - Number(startsWithFirstWord(a)))
}

/** 'bankAccounts' as one would type it: 'bank accounts'. */
export const screenNameWithSpaces = (screen: string): string => screen.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
