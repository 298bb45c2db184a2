import * as z from 'zod/mini'
import { read } from '../call.ts'
import { decimal } from '../decimalSchema.ts'
import { csvParam, intParam } from '../page.ts'
import { closedBecause, feedMode } from '../states.ts'
import { milliseconds, time } from '../timeSchema.ts'

const category = z.enum(['crypto', 'metal', 'forex'])
const feed = z.enum(feedMode)
export const periods = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w'] as const
export type Period = (typeof periods)[number]

/** `rise` is the change over 24 h in quote units, `riseRate` the same as a fraction. A missing price is null, never zero. */
const priceFields = {
  symbol: z.string(),
  currentPrice: z.nullable(decimal),
  markPrice: z.nullable(decimal),
  bid: z.nullable(decimal),
  ask: z.nullable(decimal),
  rise: z.nullable(decimal),
  riseRate: z.nullable(decimal),
  high: z.nullable(decimal),
  low: z.nullable(decimal),
  open24: z.nullable(decimal),
  feedMode: feed,
  stale: z.boolean(),
  ts: milliseconds,
}

export const Price = z.object(priceFields)
export type Price = z.output<typeof Price>

/** Symbol of product §1.5. */
export const MarketSymbol = z.object({
  ...priceFields,
  id: z.string(),
  /** In the language that was asked for. */
  name: z.string(),
  /** Its name in English, where that is another: who knows it by that one finds it in every language. */
  englishName: z.optional(z.string()),
  base: z.string(),
  quote: z.string(),
  category,
  sources: z.array(z.string()),
  /** 24 h turnover in the quote currency; null on simulated markets, where none exists. */
  amount: z.nullable(decimal),
  priceScale: z.int(),
  tick: decimal,
  qtyStep: decimal,
  minQty: decimal,
  maxQty: decimal,
  contractSize: decimal,
  spreadBps: decimal,
  feeRate: decimal,
  /** By country profile; newUser is the cap of an account's first 30 days (product §3.5). */
  maxLever: z.object({ strict: z.int(), intl: z.int(), newUser: z.int() }),
  tradable: z.object({ contract: z.boolean() }),
  session: z.object({
    open: z.boolean(),
    opensAt: z.optional(milliseconds),
    closesAt: z.optional(milliseconds),
    /** Where it is closed though its hours are not over. */
    reason: z.optional(z.enum(closedBecause)),
  }),
  hot: z.int(),
})
export type MarketSymbol = z.output<typeof MarketSymbol>

export const Ticker = z.object({
  symbol: z.string(),
  category,
  currentPrice: z.nullable(decimal),
  rise: z.nullable(decimal),
  riseRate: z.nullable(decimal),
  high: z.nullable(decimal),
  low: z.nullable(decimal),
  amount: z.nullable(decimal),
  feedMode: feed,
  /** 24 hourly closes, oldest first. */
  spark: z.array(decimal),
  ts: milliseconds,
})
export type Ticker = z.output<typeof Ticker>

/** [open time ms, open, high, low, close, volume, feed]: volume is null on simulated markets; 'GEN' marks generated history. */
export const Candle = z.tuple([milliseconds, decimal, decimal, decimal, decimal, z.nullable(decimal), z.enum([...feedMode, 'GEN'])])
export type Candle = z.output<typeof Candle>

const level = z.tuple([decimal, decimal])
const source = z.nullable(z.string())

/** The book at the exchange named in `source`, best first: [price, quantity]. Empty where no exchange tells of one; nothing is made up. */
export const MarketDepth = z.object({
  bids: z.array(level),
  asks: z.array(level),
  source,
  simulated: z.boolean(),
  /** When the source told of it. */
  ts: z.nullable(milliseconds),
})
export type MarketDepth = z.output<typeof MarketDepth>

/** A trade at that exchange; `side` is who came to the book. */
export const MarketTrade = z.object({ id: z.string(), price: decimal, quantity: decimal, side: z.enum(['buy', 'sell']), ts: milliseconds })
export type MarketTrade = z.output<typeof MarketTrade>

export const market = {
  symbols: read('/api/trade/appSymbol/list', {
    access: 'open',
    params: z.object({
      category: z.optional(category),
      keyword: z.optional(z.string().check(z.maxLength(40))),
      ids: z.optional(csvParam(200)),
    }),
    reply: z.array(MarketSymbol),
    kept: 'worker',
  }),
  prices: read('/api/trade/appSymbol/price', {
    access: 'open',
    params: z.object({ symbol: csvParam(50) }),
    reply: z.array(Price),
    kept: 'nowhere',
  }),
  priceDistribution: read('/api/trade/api/getPriceDistribution', {
    access: 'open',
    params: z.object({ category: z.optional(category) }),
    reply: z.object({
      asOf: time,
      up: z.int(),
      down: z.int(),
      flat: z.int(),
      /** Percent change over 24 h, from inclusive of the lower edge. */
      buckets: z.array(z.object({ from: z.number(), to: z.number(), count: z.int() })),
    }),
    kept: 'worker',
  }),
  /** Candles, oldest first; ours. */
  candles: read('/api/trade/appSymbol/kline', {
    access: 'open',
    params: z.object({
      symbol: z.string(),
      period: z.enum(periods),
      limit: z._default(intParam(1, 500), 300),
      endTime: z.optional(intParam(0, 9_999_999_999_999)),
    }),
    reply: z.array(Candle),
    kept: 'worker',
  }),
  /** Ours (call 93). */
  depth: read('/api/trade/appSymbol/depth', {
    access: 'open',
    params: z.object({ symbol: z.string(), limit: z._default(intParam(1, 50), 20) }),
    reply: MarketDepth,
    kept: 'nowhere',
  }),
  /** Ours (call 94): newest first. */
  trades: read('/api/trade/appSymbol/trades', {
    access: 'open',
    params: z.object({ symbol: z.string(), limit: z._default(intParam(1, 50), 30) }),
    reply: z.object({ trades: z.array(MarketTrade), source, simulated: z.boolean(), ts: z.nullable(milliseconds) }),
    kept: 'nowhere',
  }),
  currencies: read('/api/set/appCurrencySet/getCurrencyList', {
    access: 'open',
    params: z.object({}),
    reply: z.array(
      z.object({
        currency: z.string(),
        name: z.string(),
        kind: z.enum(['crypto', 'fiat']),
        scale: z.int(),
        minor: z.int(),
        /** Its disc, an address on this server. */
        icon: z.string(),
        canDeposit: z.boolean(),
        canWithdraw: z.boolean(),
        canFlash: z.boolean(),
        /** As collateral of a loan, or into a pledge product. */
        canPledge: z.boolean(),
      }),
    ),
    kept: 'worker',
  }),
  rate: read('/api/set/appCurrencySet/getRateByCurrency', {
    access: 'open',
    params: z.object({ currency: z.string(), target: z._default(z.string(), 'USD') }),
    reply: z.object({ currency: z.string(), target: z.string(), rate: decimal, sec: z.int(), updateTime: time, feedMode: feed }),
    kept: 'worker',
  }),
  /** "Ticket" is read as ticker: the 24 h list with sparks (product §6.3 g). */
  tickers: read('/api/public/getTicketList', { access: 'open', params: z.object({}), reply: z.array(Ticker), kept: 'worker' }),
}
