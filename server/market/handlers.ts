import type { ValidatedCallInput } from '#contract/call.ts'
import type { LanguageCode } from '#contract/calls/account.ts'
import type { MarketWithPrice } from '#contract/calls/market.ts'
import type { contract } from '#contract/contract.ts'
import { Refusal } from '#contract/refusals.ts'
import { asInstant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { currencySeeds } from '#db/seed/currencies.ts'
import { normalizeSearchText } from '#rules/fold.ts'
import { coinIconUrl } from '#rules/iconUrls.ts'
import type { AppContext } from '../core/appContext.ts'
import type { CallHandlers } from '../core/handlers.ts'
import { localizedCurrencyName, localizedMarketName } from '../core/names.ts'
import { readSimulatedVolatilityHistories } from './paces.ts'
import { conversionRateOf } from './rates.ts'
import { memoizeUntilNextBeat } from './memoizeUntilNextBeat.ts'

/** A call waits so long for an exchange's first word. */
const firstBookLimitMs = 2_000
const untold = { source: null, ts: null } as const
const known: ReadonlySet<string> = new Set(currencySeeds.map(({ currency }) => currency))

/** A list of markets as it is asked for, and the language of whoever reads. */
type Listing = ValidatedCallInput<typeof contract.market.symbols> & { lang: LanguageCode }

function inLanguage(lang: LanguageCode, symbol: MarketWithPrice): MarketWithPrice {
  const name = localizedMarketName(lang, symbol)
  return name === symbol.name ? symbol : { ...symbol, name, englishName: symbol.name }
}

/** What can be done with each currency now: networks, banks and products are other domains' and are handed in. */
type CurrencyUses = (sql: Sql) => Promise<(currency: string) => Record<'canDeposit' | 'canWithdraw' | 'canFlash' | 'canPledge', boolean>>

/** The calls of the domain market (docs/rules/prices.md). All but candles are answered from memory. */
export function marketHandlers(app: AppContext, currencyUses: CurrencyUses): CallHandlers<'market'> {
  const { market, clock } = app
  const { board, depths } = market
  /** Looks at a market as long as one question lasts; the exchanges go on telling for a moment, for the next. */
  const looking = async <T>(symbol: string, answer: (simulated: boolean) => T): Promise<T> => {
    const price = board.price(symbol)
    if (!price) throw new Refusal('symbolUnknown', { symbol })
    if (!depths || price.feedMode !== 'LIVE') return answer(price.feedMode === 'SIM' || price.feedMode === 'DERIVED')
    const leave = depths.follow(symbol)
    try {
      await depths.first(symbol, firstBookLimitMs)
      return answer(false)
    } finally {
      leave()
    }
  }
  const list = memoizeUntilNextBeat(market, clock, ({ category, keyword, ids, lang }: Listing) => {
    const word = normalizeSearchText(keyword ?? '').trim()
    return board
      .symbols()
      .map((symbol) => inLanguage(lang, symbol))
      .filter(
        ({ id, symbol, name, englishName = name, category: own }) =>
          (category === undefined || own === category) &&
          (ids === undefined || ids.includes(id) || ids.includes(symbol)) &&
          (word === '' || [symbol, name, englishName].some((text) => normalizeSearchText(text).includes(word))),
      )
  })
  return {
    symbols: (input, { lang }) => list({ ...input, lang }),
    prices: ({ symbol }) =>
      symbol.map((name) => {
        const price = board.price(name)
        if (!price) throw new Refusal('symbolUnknown', { symbol: name })
        return price
      }),
    priceDistribution: ({ category }) => ({ asOf: clock.now(), ...board.distribution(category) }),
    candles: ({ symbol, period, limit, endTime }) => {
      if (!market.spec(symbol)) throw new Refusal('symbolUnknown', { symbol })
      return board.candles(symbol, period, limit, endTime)
    },
    depth: ({ symbol, limit }) =>
      looking(symbol, (simulated) => ({ ...(depths?.depth(symbol, limit) ?? { ...untold, bids: [], asks: [] }), simulated })),
    trades: ({ symbol, limit }) =>
      looking(symbol, (simulated) => ({ ...(depths?.trades(symbol, limit) ?? { ...untold, trades: [] }), simulated })),
    paces: (_, { sql, now }) => readSimulatedVolatilityHistories(sql, market.feed, Math.floor(now / 1000)),
    currencies: async (_, { sql, lang }) => {
      const usesOf = await currencyUses(sql)
      return currencySeeds.map((seed) => ({
        ...seed,
        name: localizedCurrencyName(lang, seed.currency),
        icon: coinIconUrl(seed.currency),
        ...usesOf(seed.currency),
      }))
    },
    rate: ({ currency, target }) => {
      for (const [field, value] of Object.entries({ currency, target }))
        if (!known.has(value)) throw new Refusal('validation', { field, rule: 'currency' })
      const found = conversionRateOf(market, currency, target)
      if (!found) throw new Refusal('notFound', { currency, target })
      const sec = found.sec ?? Math.floor(clock.now() / 1000)
      return { currency, target, rate: found.rate, sec, updateTime: asInstant(sec * 1000), feedMode: found.feedMode }
    },
    tickers: memoizeUntilNextBeat(market, clock, () => board.tickers()),
  }
}
