/** One line of the price record, as it is hashed (product §3.3). `sources`: 'name=raw' of each exchange, or the two markets of a cross. */
export interface Leaf {
  symbol: string
  sec: number
  /** With exactly ten decimals. */
  price: string
  mode: string
  sources: readonly string[]
}

/** `v1|SYMBOL|sec|price|LIVE|n|name=raw,…`, `…|DERIVED|2|A,B`, `…|SIM|0|-`, and of an input of our own `…|RULE|n|name=raw,…`. */
export const leafText = ({ symbol, sec, price, mode, sources }: Leaf): string =>
  `v1|${symbol}|${sec}|${price}|${mode}|${sources.length}|${sources.length === 0 ? '-' : sources.join(',')}`

/** A leaf that is no price: funding, an overnight rate, a volatility, the root of a log. It alone may be below zero. */
const marketInput = /^(FUND|SWAP|IV|LOG):([A-Z0-9]{1,20})$/
/** Inputs of our own that are about no market: what mining brings and costs, a network's staking rate, a fund's unit value. */
const ownInput = /^(HASHPRICE_[A-Z0-9]{1,10}|KWH|STAKE:[A-Z0-9]{1,10}|NAV:[A-Z0-9-]{1,16})$/
export const isOwnInput = (symbol: string): boolean => ownInput.test(symbol)
export const isInputSymbol = (symbol: string): boolean => marketInput.test(symbol) || isOwnInput(symbol)

/** The market that an input is about, 'BTCUSDT' of 'FUND:BTCUSDT'; a market's own name stays as it is. */
export const marketOfLeaf = (symbol: string): string => marketInput.exec(symbol)?.[2] ?? symbol

/** The leaf of the operator log (product §3.2): how many entries it has, and as source `root` the hash of the newest. */
export const operatorLogSymbol = 'LOG:OPERATOR'

/** The raw number of that name among a leaf's sources. */
export const inputSource = ({ sources }: Pick<Leaf, 'sources'>, name: string): string | undefined =>
  sources.find((source) => source.startsWith(`${name}=`))?.slice(name.length + 1)

const shape = /^v1\|((?:[A-Z]{1,10}:)?[A-Z0-9_-]{1,20})\|(\d{1,12})\|(-?\d{1,20}\.\d{10})\|([A-Z]{1,10})\|(\d{1,3})\|([ -{}~]+)$/

/** The inverse; undefined for a text that is not exactly a leaf. */
export function readLeaf(text: string): Leaf | undefined {
  const [, symbol, sec, price, mode, count, list] = shape.exec(text) ?? []
  if (!symbol || !sec || !price || !mode || !list) return undefined
  if (price.startsWith('-') && !isInputSymbol(symbol)) return undefined
  const leaf = { symbol, sec: Number(sec), price, mode, sources: count === '0' ? [] : list.split(',') }
  return leafText(leaf) === text ? leaf : undefined
}

/** What a signed head says: the day's tree, how many leaves, its root, when. */
export interface Head {
  day: string
  treeSize: number
  /** Hex. */
  root: string
  ms: number
}

/** The text under the signature (product §3.3). */
export const headText = ({ day, treeSize, root, ms }: Head): string => `px-sth-v1|${day}|${treeSize}|${root}|${ms}`
