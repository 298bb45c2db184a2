import { tradedCoins } from '#db/seed/symbols.ts'
import { messageTextField, parseExchangeMessage } from './exchanges.ts'
import type { ExchangePriceAdapter } from './source.ts'

/** What one message says of a perpetual contract's next charge. What an exchange leaves out is as it said before. */
export interface FundingRateUpdate {
  product: string
  /** The rate as it was written: a fraction, negative when shorts pay. */
  raw?: string
  /** The moment of the charge. */
  dueMs?: number
}

/** One exchange's public stream of funding rates. */
export interface FundingRateAdapter extends Omit<ExchangePriceAdapter, 'read'> {
  /** Updates in one message; none in a message of another kind. Throws when it is not readable. */
  read(message: string): readonly FundingRateUpdate[]
}

const productsOf = (product: (coin: string) => string): Record<string, string> =>
  Object.fromEntries(tradedCoins.map((coin) => [`${coin}USDT`, product(coin)]))

const isRate = (text: string): boolean => /^-?\d(\.\d{1,18})?$/.test(text)

/** Fields that are there must be readable: half an update would put a rate to another moment. */
function update(product: string | undefined, raw: string | undefined, due: string | undefined): FundingRateUpdate[] {
  if (product === undefined || (raw !== undefined && !isRate(raw)) || (due !== undefined && !/^\d{13}$/.test(due))) return []
  return [{ product, ...(raw !== undefined && { raw }), ...(due !== undefined && { dueMs: Number(due) }) }]
}

/** Binance USDⓈ-M futures, stream `markPrice`: `r` is the rate of the charge at `T`. */
export const binanceFundingAdapter: FundingRateAdapter = {
  name: 'binance-futures',
  url: 'wss://fstream.binance.com/stream',
  products: productsOf((coin) => `${coin}USDT`),
  asks: () => [],
  address: (url, products) => `${url}?streams=${products.map((product) => `${product.toLowerCase()}@markPrice`).join('/')}`,
  read: (message) => {
    const data = (parseExchangeMessage(message) as { data?: unknown } | null)?.data
    return update(messageTextField(data, 's'), messageTextField(data, 'r'), messageTextField(data, 'T'))
  },
}

/** Bybit v5 linear, topic `tickers`: the whole once, then only what changed. */
export const bybitFundingAdapter: FundingRateAdapter = {
  name: 'bybit-linear',
  url: 'wss://stream.bybit.com/v5/public/linear',
  products: productsOf((coin) => `${coin}USDT`),
  ping: '{"op":"ping"}',
  asks: (products) => [JSON.stringify({ op: 'subscribe', args: products.map((product) => `tickers.${product}`) })],
  read: (message) => {
    const data = (parseExchangeMessage(message) as { data?: unknown } | null)?.data
    return update(messageTextField(data, 'symbol'), messageTextField(data, 'fundingRate'), messageTextField(data, 'nextFundingTime'))
  },
}

/** OKX v5, channel `funding-rate`: the rate of the charge at `fundingTime`, sent every 30 to 90 s. It ends a line that is silent for 30 s. */
export const okxFundingAdapter: FundingRateAdapter = {
  name: 'okx-swap',
  url: 'wss://ws.okx.com:8443/ws/v5/public',
  products: productsOf((coin) => `${coin}-USDT-SWAP`),
  ping: 'ping',
  asks: (products) => [JSON.stringify({ op: 'subscribe', args: products.map((instId) => ({ channel: 'funding-rate', instId })) })],
  read: (message) => {
    const data = (parseExchangeMessage(message) as { data?: unknown } | null)?.data
    if (!Array.isArray(data)) return []
    return data.flatMap((row: unknown) =>
      update(messageTextField(row, 'instId'), messageTextField(row, 'fundingRate'), messageTextField(row, 'fundingTime')),
    )
  },
}

export const fundingRateAdapters: readonly FundingRateAdapter[] = [binanceFundingAdapter, bybitFundingAdapter, okxFundingAdapter]
