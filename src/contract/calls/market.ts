import * as z from 'zod/mini'
import { defineGetCall } from '../call.ts'
import { decimalSchema } from '../decimalSchema.ts'
import { csvQueryParamUpTo, integerParamBetween } from '../page.ts'
import { unscheduledMarketClosureReasons, feedModes } from '../states.ts'
import { epochMsSchema, wireTimeSchema } from '../timeSchema.ts'

const category = z.enum(['crypto', 'metal', 'forex'])
const feed = z.enum(feedModes)
export const candlePeriods = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w'] as const
export type CandlePeriod = (typeof candlePeriods)[number]

/** `rise` is the change over 24 h in quote units, `riseRate` the same as a fraction. A missing price is null, never zero. */
const priceFields = {
  symbol: z.string(),
  currentPrice: z.nullable(decimalSchema),
  markPrice: z.nullable(decimalSchema),
  bid: z.nullable(decimalSchema),
  ask: z.nullable(decimalSchema),
  rise: z.nullable(decimalSchema),
  riseRate: z.nullable(decimalSchema),
  high: z.nullable(decimalSchema),
  low: z.nullable(decimalSchema),
  open24: z.nullable(decimalSchema),
  /** When what is of 24 h begins, where the market has prices of less than that. */
  since24: z.optional(epochMsSchema),
  feedMode: feed,
  stale: z.boolean(),
  ts: epochMsSchema,
}

export const MarketPrice = z.object(priceFields)
export type MarketPrice = z.output<typeof MarketPrice>

/** A market: what docs/rules/seed-data.md says of it, and its price. */
export const MarketWithPrice = z.object({
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
  amount: z.nullable(decimalSchema),
  priceScale: z.int(),
  tick: decimalSchema,
  qtyStep: decimalSchema,
  minQty: decimalSchema,
  maxQty: decimalSchema,
  contractSize: decimalSchema,
  spreadBps: decimalSchema,
  feeRate: decimalSchema,
  /** By country profile; newUser is the cap of an account's first 30 days (docs/rules/contracts.md). */
  maxLever: z.object({ strict: z.int(), intl: z.int(), newUser: z.int() }),
  /** What it can be traded by at all, while it is open; countries and people have rules besides. */
  tradable: z.object({ spot: z.boolean(), contract: z.boolean(), option: z.boolean(), second: z.boolean(), flash: z.boolean() }),
  session: z.object({
    open: z.boolean(),
    opensAt: z.optional(epochMsSchema),
    closesAt: z.optional(epochMsSchema),
    /** Where it is closed though its hours are not over. */
    reason: z.optional(z.enum(unscheduledMarketClosureReasons)),
  }),
  hot: z.int(),
  /** When trading in it ends, or ended, for good (docs/rules/contracts.md, Delisting). Then it is in no list; its price and chart go on. */
  tradingEndsAt: z.optional(epochMsSchema),
})
export type MarketWithPrice = z.output<typeof MarketWithPrice>

export const Ticker = z.object({
  symbol: z.string(),
  category,
  currentPrice: z.nullable(decimalSchema),
  rise: z.nullable(decimalSchema),
  riseRate: z.nullable(decimalSchema),
  high: z.nullable(decimalSchema),
  low: z.nullable(decimalSchema),
  /** When what is of 24 h begins, where the market has prices of less than that. */
  since24: z.optional(epochMsSchema),
  amount: z.nullable(decimalSchema),
  feedMode: feed,
  /** 24 hourly closes, oldest first. */
  spark: z.array(decimalSchema),
  ts: epochMsSchema,
})
export type Ticker = z.output<typeof Ticker>

/** [open time ms, open, high, low, close, volume, feed]: volume is null on simulated markets; 'GEN' marks generated history. */
export const Candle = z.tuple([
  epochMsSchema,
  decimalSchema,
  decimalSchema,
  decimalSchema,
  decimalSchema,
  z.nullable(decimalSchema),
  z.enum([...feedModes, 'GEN']),
])
export type Candle = z.output<typeof Candle>

const level = z.tuple([decimalSchema, decimalSchema])
const source = z.nullable(z.string())

/** The book at the exchange named in `source`, best first: [price, quantity]. Empty where no exchange tells of one; nothing is made up. */
export const MarketDepth = z.object({
  bids: z.array(level),
  asks: z.array(level),
  source,
  simulated: z.boolean(),
  /** When the source told of it. */
  ts: z.nullable(epochMsSchema),
})
export type MarketDepth = z.output<typeof MarketDepth>

/** A trade at that exchange; `side` is who came to the book. */
export const MarketTrade = z.object({
  id: z.string(),
  price: decimalSchema,
  quantity: decimalSchema,
  side: z.enum(['buy', 'sell']),
  ts: epochMsSchema,
})
export type MarketTrade = z.output<typeof MarketTrade>

/**
 * How much a class of simulated markets moved in the last day, by the hour, oldest first. `volatility` is what was published for the hour that began at
 * `since` (leaves `VOL:CRYPTO`, `VOL:METAL`, `VOL:FOREX`): a multiple of the usual. `hour` is what the rule says of that hour of the week beside others.
 */
export const SimulatedVolatilityHistory = z.object({
  category,
  hours: z.array(z.object({ since: epochMsSchema, volatility: decimalSchema, hour: decimalSchema })),
})
export type SimulatedVolatilityHistory = z.output<typeof SimulatedVolatilityHistory>

export const market = {
  symbols: defineGetCall('/api/trade/appSymbol/list', {
    access: 'open',
    params: z.object({
      category: z.optional(category),
      keyword: z.optional(z.string().check(z.maxLength(40))),
      ids: z.optional(csvQueryParamUpTo(200)),
    }),
    reply: z.array(MarketWithPrice),
    kept: 'worker',
  }),
  prices: defineGetCall('/api/trade/appSymbol/price', {
    access: 'open',
    params: z.object({ symbol: csvQueryParamUpTo(50) }),
    reply: z.array(MarketPrice),
    kept: 'nowhere',
  }),
  priceDistribution: defineGetCall('/api/trade/api/getPriceDistribution', {
    access: 'open',
    params: z.object({ category: z.optional(category) }),
    reply: z.object({
      asOf: wireTimeSchema,
      up: z.int(),
      down: z.int(),
      flat: z.int(),
      /** Percent change over 24 h, from inclusive of the lower edge. */
      buckets: z.array(z.object({ from: z.number(), to: z.number(), count: z.int() })),
    }),
    kept: 'worker',
  }),
  /** Candles, oldest first; ours. */
  candles: defineGetCall('/api/trade/appSymbol/kline', {
    access: 'open',
    params: z.object({
      symbol: z.string(),
      period: z.enum(candlePeriods),
      limit: z._default(integerParamBetween(1, 500), 300),
      endTime: z.optional(integerParamBetween(0, 9_999_999_999_999)),
    }),
    reply: z.array(Candle),
    kept: 'worker',
  }),
  /** Ours. */
  depth: defineGetCall('/api/trade/appSymbol/depth', {
    access: 'open',
    params: z.object({ symbol: z.string(), limit: z._default(integerParamBetween(1, 50), 20) }),
    reply: MarketDepth,
    kept: 'nowhere',
  }),
  /** Ours: newest first. */
  trades: defineGetCall('/api/trade/appSymbol/trades', {
    access: 'open',
    params: z.object({ symbol: z.string(), limit: z._default(integerParamBetween(1, 50), 30) }),
    reply: z.object({ trades: z.array(MarketTrade), source, simulated: z.boolean(), ts: z.nullable(epochMsSchema) }),
    kept: 'nowhere',
  }),
  /** Ours: of each class whose volatility is published, what was of the last 25 hours, nothing that is still to come. */
  paces: defineGetCall('/api/trade/appSymbol/pace', {
    access: 'open',
    params: z.object({}),
    reply: z.array(SimulatedVolatilityHistory),
    kept: 'worker',
  }),
  currencies: defineGetCall('/api/set/appCurrencySet/getCurrencyList', {
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
  rate: defineGetCall('/api/set/appCurrencySet/getRateByCurrency', {
    access: 'open',
    params: z.object({ currency: z.string(), target: z._default(z.string(), 'USD') }),
    reply: z.object({
      currency: z.string(),
      target: z.string(),
      rate: decimalSchema,
      sec: z.int(),
      updateTime: wireTimeSchema,
      feedMode: feed,
    }),
    kept: 'worker',
  }),
  /** "Ticket" is read as ticker: the 24 h list with sparks. */
  tickers: defineGetCall('/api/public/getTicketList', { access: 'open', params: z.object({}), reply: z.array(Ticker), kept: 'worker' }),
}
