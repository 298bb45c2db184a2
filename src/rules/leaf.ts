/** One line of the price record, as it is hashed (docs/rules/prices.md). `sources`: 'name=raw' of each exchange, or the two markets of a cross. */
export interface PriceRecordLeaf {
  symbol: string
  sec: number
  /** With exactly ten decimals. */
  price: string
  mode: string
  sources: readonly string[]
}

/** `v1|SYMBOL|sec|price|LIVE|n|name=raw,…`, `…|DERIVED|2|A,B`, `…|SIM|0|-`, and of an input of our own `…|RULE|n|name=raw,…`. */
export const priceRecordLeafText = ({ symbol, sec, price, mode, sources }: PriceRecordLeaf): string =>
  `v1|${symbol}|${sec}|${price}|${mode}|${sources.length}|${sources.length === 0 ? '-' : sources.join(',')}`

/** A leaf that is no price: funding, an overnight rate, a volatility, the root of a log. It alone may be below zero. */
const marketInput = /^(FUND|SWAP|IV|LOG):([A-Z0-9]{1,20})$/
/** Inputs of our own that are about no market: what mining brings and costs, a network's staking rate, a fund's unit value, how much a class of simulated markets moves. */
const ownInput = /^(VOL:(CRYPTO|METAL|FOREX)|HASHPRICE_[A-Z0-9]{1,10}|KWH|STAKE:[A-Z0-9]{1,10}|NAV:[A-Z0-9-]{1,16})$/
export const isNonMarketInputSymbol = (symbol: string): boolean => ownInput.test(symbol)
export const isRecordInputSymbol = (symbol: string): boolean => marketInput.test(symbol) || isNonMarketInputSymbol(symbol)

/** The market that an input is about, 'BTCUSDT' of 'FUND:BTCUSDT'; a market's own name stays as it is. */
export const marketOfRecordSymbol = (symbol: string): string => marketInput.exec(symbol)?.[2] ?? symbol

/** The leaf of the operator log (docs/rules/{fair-dealing,prices}.md): how many entries it has, and as source `root` the hash of the newest. */
export const operatorLogSymbol = 'LOG:OPERATOR'
/** The leaf that commits to the seed of a simulated day, as its number (20261128), two days before it: sources `commit`, its SHA-256, and `rule`. */
export const seedLogSymbol = 'LOG:SEED'

/** The raw number of that name among a leaf's sources. */
export const recordLeafSourceValue = ({ sources }: Pick<PriceRecordLeaf, 'sources'>, name: string): string | undefined =>
  sources.find((source) => source.startsWith(`${name}=`))?.slice(name.length + 1)

const shape = /^v1\|((?:[A-Z]{1,10}:)?[A-Z0-9_-]{1,20})\|(\d{1,12})\|(-?\d{1,20}\.\d{10})\|([A-Z]{1,10})\|(\d{1,3})\|([ -{}~]+)$/

/** The inverse; undefined for a text that is not exactly a leaf. */
export function parsePriceRecordLeaf(text: string): PriceRecordLeaf | undefined {
  const [, symbol, sec, price, mode, count, list] = shape.exec(text) ?? []
  if (!symbol || !sec || !price || !mode || !list) return undefined
  if (price.startsWith('-') && !isRecordInputSymbol(symbol)) return undefined
  const leaf = { symbol, sec: Number(sec), price, mode, sources: count === '0' ? [] : list.split(',') }
  return priceRecordLeafText(leaf) === text ? leaf : undefined
}

/** As which symbol a day's first leaf is asked for. */
export const dayLinkSymbol = 'PREV'

/** A day's first leaf: the last root of the tree before it, so that the days are one chain (docs/rules/prices.md). */
export const dayLinkLeafText = ({ day, treeSize, root }: Omit<PriceRecordHead, 'ms'>): string => `prev|${day}|${treeSize}|${root}`

/** What a signed head says: the day's tree, how many leaves, its root, when. */
export interface PriceRecordHead {
  day: string
  treeSize: number
  /** Hex. */
  root: string
  ms: number
}

/** The text under the signature (docs/rules/prices.md). */
export const priceRecordHeadSigningText = ({ day, treeSize, root, ms }: PriceRecordHead): string =>
  `px-sth-v1|${day}|${treeSize}|${root}|${ms}`
