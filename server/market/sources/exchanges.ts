import { coinsListedOn } from '#db/seed/symbols.ts'
import { add, divide } from '#rules/decimal.ts'
import type { ExchangePriceAdapter } from './source.ts'

const productsOf = (coins: readonly string[], product: (coin: string) => string): Record<string, string> =>
  Object.fromEntries(coins.map((coin) => [`${coin}USDT`, product(coin)]))

/** JSON with every number left as the text it was written in, so that no price ever passes through a float. */
export const parseExchangeMessage = (message: string): unknown =>
  JSON.parse(message, ((_key: string, value: unknown, context: { source?: string }) =>
    typeof value === 'number' ? context.source : value) as (key: string, value: unknown) => unknown)

/** One field of what was said, where it is a text. */
export const messageTextField = (from: unknown, name: string): string | undefined => {
  const value = (from as Record<string, unknown> | null)?.[name]
  return typeof value === 'string' ? value : undefined
}

/** The middle of a bid and an ask; nothing when either is missing. */
const middle = (product: string | undefined, bid: string | undefined, ask: string | undefined) =>
  product && bid && ask && Number(bid) > 0 && Number(ask) > 0 ? [{ product, raw: `${bid}/${ask}`, price: divide(add(bid, ask), '2') }] : []

/** Coinbase Exchange, channel `ticker`: the last trade. */
export const coinbasePriceAdapter: ExchangePriceAdapter = {
  name: 'coinbase',
  url: 'wss://ws-feed.exchange.coinbase.com',
  products: productsOf(coinsListedOn('coinbase'), (coin) => `${coin}-USD`),
  asks: (products) => [JSON.stringify({ type: 'subscribe', product_ids: products, channels: ['ticker', 'heartbeat'] })],
  read: (message) => {
    const said = parseExchangeMessage(message)
    const [product, price] = [messageTextField(said, 'product_id'), messageTextField(said, 'price')]
    return messageTextField(said, 'type') === 'ticker' && product && price ? [{ product, raw: price, price }] : []
  },
}

/** Binance, stream `bookTicker`: the middle of best bid and ask. The address names the streams. */
export const binancePriceAdapter: ExchangePriceAdapter = {
  name: 'binance',
  url: 'wss://stream.binance.com:9443/stream',
  products: productsOf(coinsListedOn('binance'), (coin) => `${coin}USDT`),
  asks: () => [],
  address: (url, products) => `${url}?streams=${products.map((product) => `${product.toLowerCase()}@bookTicker`).join('/')}`,
  read: (message) => {
    const said = (parseExchangeMessage(message) as { data?: unknown } | null)?.data
    return middle(messageTextField(said, 's'), messageTextField(said, 'b'), messageTextField(said, 'a'))
  },
}

/** Kraken v2, channel `ticker`: the middle of best bid and ask. */
export const krakenPriceAdapter: ExchangePriceAdapter = {
  name: 'kraken',
  url: 'wss://ws.kraken.com/v2',
  products: productsOf(coinsListedOn('kraken'), (coin) => `${coin}/USD`),
  asks: (products) => [JSON.stringify({ method: 'subscribe', params: { channel: 'ticker', symbol: products, event_trigger: 'bbo' } })],
  read: (message) => {
    const said = parseExchangeMessage(message) as { channel?: unknown; data?: unknown } | null
    if (said?.channel !== 'ticker' || !Array.isArray(said.data)) return []
    return said.data.flatMap((ticker) =>
      middle(messageTextField(ticker, 'symbol'), messageTextField(ticker, 'bid'), messageTextField(ticker, 'ask')),
    )
  },
}

/** OKX v5, channel `tickers`: the middle of best bid and ask. It lists BNB, TRX and TON too, so that every coin here has three sources. */
export const okxPriceAdapter: ExchangePriceAdapter = {
  name: 'okx',
  url: 'wss://ws.okx.com:8443/ws/v5/public',
  products: productsOf(coinsListedOn('okx'), (coin) => `${coin}-USDT`),
  ping: 'ping',
  asks: (products) => [JSON.stringify({ op: 'subscribe', args: products.map((instId) => ({ channel: 'tickers', instId })) })],
  read: (message) => {
    const said = parseExchangeMessage(message) as { arg?: unknown; data?: unknown } | null
    if (messageTextField(said?.arg, 'channel') !== 'tickers' || !Array.isArray(said?.data)) return []
    return said.data.flatMap((ticker) =>
      middle(messageTextField(ticker, 'instId'), messageTextField(ticker, 'bidPx'), messageTextField(ticker, 'askPx')),
    )
  },
}

export const exchangePriceAdapters: readonly ExchangePriceAdapter[] = [
  coinbasePriceAdapter,
  binancePriceAdapter,
  krakenPriceAdapter,
  okxPriceAdapter,
]
