import { fold } from '#rules/fold.ts'

/** One spelling of what people type and of what stands in a list: 'EUR/USD', 'eur usd' and 'eurusd' are the same. */
const joined = (text: string): string => fold(text).replace(/[/\s_-]/g, '')
const wordsOf = (text: string): string[] => fold(text).split(/\s+/).filter(Boolean)

/** The markets whose ticker or name has what was typed; a ticker that begins so comes first, then the house's own order. */
export function findMarkets<
  M extends { symbol: string; base: string; quote: string; name: string; englishName?: string | undefined; hot: number },
>(markets: readonly M[], typed: string): M[] {
  const wanted = joined(typed)
  if (wanted === '') return []
  const place = ({ base, quote, symbol, name, englishName = '' }: M): number => {
    const pair = joined(base + quote)
    if (joined(base) === wanted || pair === wanted) return 0
    if (pair.startsWith(wanted)) return 1
    return [pair, symbol, name, englishName].some((text) => joined(text).includes(wanted)) ? 2 : -1
  }
  return markets
    .map((market) => ({ market, at: place(market) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at || a.market.hot - b.market.hot)
    .map(({ market }) => market)
}

/** Those whose name, or whose own English word for themselves, has every typed word; names that begin so come first. */
export function findNamed<N extends { name: string; also: string }>(all: readonly N[], typed: string): N[] {
  const words = wordsOf(typed)
  if (words.length === 0) return []
  const begins = ({ name }: N) => fold(name).startsWith(words[0] ?? '')
  return all
    .filter(({ name, also }) => words.every((word) => fold(`${name} ${also}`).includes(word)))
    .sort((a, b) => Number(begins(b)) - Number(begins(a)))
}

/** 'bankAccounts' as one would type it: 'bank accounts'. */
export const plainWords = (screen: string): string => screen.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
