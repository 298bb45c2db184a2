import { crc32 } from 'node:zlib'
import { binancePriceAdapter, coinbasePriceAdapter, messageTextField, krakenPriceAdapter, parseExchangeMessage } from './exchanges.ts'

/** A price and how much stands there; a quantity of zero takes the price away. */
export type ExchangeDepthLevel = readonly [price: string, quantity: string]

export interface ExchangeBookUpdate {
  product: string
  /** The whole book; otherwise only what changed in it. */
  whole: boolean
  bids: readonly ExchangeDepthLevel[]
  asks: readonly ExchangeDepthLevel[]
  /** What the book must add up to afterwards, by the exchange's own count. */
  sum?: string
}

export interface ExchangeTradeUpdate {
  product: string
  id: string
  price: string
  quantity: string
  /** Who came to the book: bought from it, or sold into it. */
  side: 'buy' | 'sell'
  atMs: number
}

/** An exchange's public stream of books and trades: asked only while somebody looks. */
export interface ExchangeDepthAdapter {
  name: string
  url: string
  products: Readonly<Record<string, string>>
  follow(products: readonly string[]): readonly string[]
  leave(products: readonly string[]): readonly string[]
  /** Throws when it is not readable; says nothing of messages of another kind. */
  read(message: string): { books?: readonly ExchangeBookUpdate[]; trades?: readonly ExchangeTradeUpdate[] }
  /** Levels a side that the exchange keeps us told of; those beyond are let go. */
  mostLevels?: number
  /** What a book adds up to, told best first. */
  sum?(bids: readonly ExchangeDepthLevel[], asks: readonly ExchangeDepthLevel[]): string
}

type Said = Record<string, unknown> | null

const pairs = (from: unknown): ExchangeDepthLevel[] =>
  Array.isArray(from) ? from.flatMap((level: unknown) => (Array.isArray(level) ? [[String(level[0]), String(level[1])] as const] : [])) : []

const trade = (update: Record<keyof ExchangeTradeUpdate, unknown>): ExchangeTradeUpdate[] => {
  const { product, id, price, quantity, side, atMs } = update
  const isWhole = [product, id, price, quantity].every((text) => typeof text === 'string') && Number.isSafeInteger(atMs)
  return isWhole && (side === 'buy' || side === 'sell') ? [update as ExchangeTradeUpdate] : []
}

const coinbaseChannels = ['level2_batch', 'matches', 'heartbeat']

/** Coinbase Exchange: `level2_batch` (a snapshot, then what changed, every 50 ms) and `matches`, whose side is the maker's. */
const deepCoinbase: ExchangeDepthAdapter = {
  ...coinbasePriceAdapter,
  follow: (product_ids) => [JSON.stringify({ type: 'subscribe', product_ids, channels: coinbaseChannels })],
  leave: (product_ids) => [JSON.stringify({ type: 'unsubscribe', product_ids, channels: coinbaseChannels })],
  read: (message) => {
    const said = parseExchangeMessage(message) as Said
    const product = messageTextField(said, 'product_id')
    if (!said || !product) return {}
    const { type } = said
    if (type === 'snapshot') return { books: [{ product, whole: true, bids: pairs(said['bids']), asks: pairs(said['asks']) }] }
    if (type === 'l2update') {
      const changes = (Array.isArray(said['changes']) ? said['changes'] : []) as unknown[][]
      const of = (side: string) => pairs(changes.filter((change) => change[0] === side).map((change) => change.slice(1)))
      return { books: [{ product, whole: false, bids: of('buy'), asks: of('sell') }] }
    }
    if (type !== 'match' && type !== 'last_match') return {}
    const side = messageTextField(said, 'side') === 'sell' ? 'buy' : 'sell'
    const atMs = Date.parse(messageTextField(said, 'time') ?? '')
    return {
      trades: trade({
        product,
        id: messageTextField(said, 'trade_id'),
        price: messageTextField(said, 'price'),
        quantity: messageTextField(said, 'size'),
        side,
        atMs,
      }),
    }
  },
}

const streamsOf = (products: readonly string[]) =>
  products.flatMap((product) => [`${product.toLowerCase()}@depth20@100ms`, `${product.toLowerCase()}@trade`])

/** Binance: the best twenty levels whole every 100 ms, and each trade; `m` says that the buyer was the maker. */
const deepBinance: ExchangeDepthAdapter = {
  ...binancePriceAdapter,
  follow: (products) => [JSON.stringify({ method: 'SUBSCRIBE', params: streamsOf(products), id: 1 })],
  leave: (products) => [JSON.stringify({ method: 'UNSUBSCRIBE', params: streamsOf(products), id: 2 })],
  read: (message) => {
    const said = parseExchangeMessage(message) as Said
    const [name, kind] = (messageTextField(said, 'stream') ?? '').split('@')
    const data = (said?.['data'] ?? null) as Said
    if (!name || !data) return {}
    const product = name.toUpperCase()
    if (kind === 'depth20') return { books: [{ product, whole: true, bids: pairs(data['bids']), asks: pairs(data['asks']) }] }
    if (kind !== 'trade') return {}
    const side = data['m'] === true ? 'sell' : 'buy'
    return { trades: trade({ product, id: data['t'], price: data['p'], quantity: data['q'], side, atMs: Number(data['T']) }) }
  },
}

const digits = (text: string): string => text.replace('.', '').replace(/^0+/, '')

/** Kraken v2: `book` of a hundred levels with a checksum over the best ten, and `trade`. */
const deepKraken: ExchangeDepthAdapter = {
  ...krakenPriceAdapter,
  mostLevels: 100,
  follow: (products) => krakenAsk('subscribe', products),
  leave: (products) => krakenAsk('unsubscribe', products),
  read: (message) => {
    const said = parseExchangeMessage(message) as Said
    const data = (Array.isArray(said?.['data']) ? said['data'] : []) as Record<string, unknown>[]
    const levels = (from: unknown) =>
      pairs(Array.isArray(from) ? from.map((level: Record<string, unknown>) => [level['price'], level['qty']]) : [])
    if (said?.['channel'] === 'book') {
      const whole = said['type'] === 'snapshot'
      const books = data.map((book) => ({
        product: String(book['symbol']),
        whole,
        bids: levels(book['bids']),
        asks: levels(book['asks']),
        sum: String(book['checksum']),
      }))
      return { books }
    }
    if (said?.['channel'] !== 'trade') return {}
    return {
      trades: data.flatMap(({ symbol: product, trade_id: id, price, qty: quantity, side, timestamp }) =>
        trade({ product, id, price, quantity, side, atMs: Date.parse(String(timestamp)) }),
      ),
    }
  },
  sum: (bids, asks) => {
    const text = (side: readonly ExchangeDepthLevel[]) => side.slice(0, 10).map(([price, quantity]) => digits(price) + digits(quantity))
    return String(crc32([...text(asks), ...text(bids)].join('')))
  },
}

const krakenAsk = (method: string, symbol: readonly string[]): string[] =>
  [{ channel: 'book', depth: 100 }, { channel: 'trade' }].map((subscription) =>
    JSON.stringify({ method, params: { ...subscription, symbol } }),
  )

/** In the order in which they are shown while they are fresh: the deepest book first. */
export const exchangeDepthAdapters: readonly ExchangeDepthAdapter[] = [deepCoinbase, deepKraken, deepBinance]
