import { add, divide } from '#rules/decimal.ts'
import type { Dialect } from './source.ts'

const coins = (list: string, product: (coin: string) => string): Record<string, string> =>
  Object.fromEntries(list.split(' ').map((coin) => [`${coin}USDT`, product(coin)]))

/** JSON with every number left as the text it was written in, so that no price ever passes through a float. */
export const readExactly = (message: string): unknown =>
  JSON.parse(message, ((_key: string, value: unknown, context: { source?: string }) =>
    typeof value === 'number' ? context.source : value) as (key: string, value: unknown) => unknown)

/** One field of what was said, where it is a text. */
export const field = (from: unknown, name: string): string | undefined => {
  const value = (from as Record<string, unknown> | null)?.[name]
  return typeof value === 'string' ? value : undefined
}

/** The middle of a bid and an ask; nothing when either is missing. */
const middle = (product: string | undefined, bid: string | undefined, ask: string | undefined) =>
  product && bid && ask && Number(bid) > 0 && Number(ask) > 0 ? [{ product, raw: `${bid}/${ask}`, price: divide(add(bid, ask), '2') }] : []

/** Coinbase Exchange, channel `ticker`: the last trade. */
export const coinbase: Dialect = {
  name: 'coinbase',
  url: 'wss://ws-feed.exchange.coinbase.com',
  products: coins('BTC ETH SOL XRP ADA DOGE LTC BCH LINK AVAX DOT UNI ATOM', (coin) => `${coin}-USD`),
  asks: (products) => [JSON.stringify({ type: 'subscribe', product_ids: products, channels: ['ticker', 'heartbeat'] })],
  read: (message) => {
    const said = readExactly(message)
    const [product, price] = [field(said, 'product_id'), field(said, 'price')]
    return field(said, 'type') === 'ticker' && product && price ? [{ product, raw: price, price }] : []
  },
}

/** Binance, stream `bookTicker`: the middle of best bid and ask. The address names the streams. */
export const binance: Dialect = {
  name: 'binance',
  url: 'wss://stream.binance.com:9443/stream',
  products: coins('BTC ETH BNB SOL XRP ADA DOGE TRX LTC BCH LINK AVAX DOT TON UNI ATOM', (coin) => `${coin}USDT`),
  asks: () => [],
  address: (url, products) => `${url}?streams=${products.map((product) => `${product.toLowerCase()}@bookTicker`).join('/')}`,
  read: (message) => {
    const said = (readExactly(message) as { data?: unknown } | null)?.data
    return middle(field(said, 's'), field(said, 'b'), field(said, 'a'))
  },
}

/** Kraken v2, channel `ticker`: the middle of best bid and ask. */
export const kraken: Dialect = {
  name: 'kraken',
  url: 'wss://ws.kraken.com/v2',
  products: coins('BTC ETH SOL XRP ADA DOGE TRX LTC BCH LINK AVAX DOT TON UNI ATOM BNB', (coin) => `${coin}/USD`),
  asks: (products) => [JSON.stringify({ method: 'subscribe', params: { channel: 'ticker', symbol: products, event_trigger: 'bbo' } })],
  read: (message) => {
    const said = readExactly(message) as { channel?: unknown; data?: unknown } | null
    if (said?.channel !== 'ticker' || !Array.isArray(said.data)) return []
    return said.data.flatMap((ticker) => middle(field(ticker, 'symbol'), field(ticker, 'bid'), field(ticker, 'ask')))
  },
}

/** OKX v5, channel `tickers`: the middle of best bid and ask. It lists BNB, TRX and TON too, so that every coin here has three sources. */
export const okx: Dialect = {
  name: 'okx',
  url: 'wss://ws.okx.com:8443/ws/v5/public',
  products: coins('BTC ETH BNB SOL XRP ADA DOGE TRX LTC BCH LINK AVAX DOT TON UNI ATOM', (coin) => `${coin}-USDT`),
  asks: (products) => [JSON.stringify({ op: 'subscribe', args: products.map((instId) => ({ channel: 'tickers', instId })) })],
  read: (message) => {
    const said = readExactly(message) as { arg?: unknown; data?: unknown } | null
    if (field(said?.arg, 'channel') !== 'tickers' || !Array.isArray(said?.data)) return []
    return said.data.flatMap((ticker) => middle(field(ticker, 'instId'), field(ticker, 'bidPx'), field(ticker, 'askPx')))
  },
}

export const exchanges: readonly Dialect[] = [coinbase, binance, kraken, okx]
