import { Refusal } from '#contract/refusals.ts'
import { asInstant } from '#contract/time.ts'
import { currencies } from '#db/seed/currencies.ts'
import { currencyUses } from '#server/currencyUses.ts'
import type { House } from '#server/house.ts'
import type { Handlers } from '#server/http/handlers.ts'
import { rateOf } from './rates.ts'
import { untilBeat } from './untilBeat.ts'

/** A call waits so long for an exchange's first word. */
const firstBookLimitMs = 2_000
const untold = { source: null, ts: null } as const
const known = new Set(currencies.map(({ currency }) => currency))

/** The calls of the word market (product §1.5, §1.6). All but candles are answered from memory. */
export function marketHandlers(house: House): Handlers<'market'> {
  const { market, clock } = house
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
  return {
    symbols: untilBeat(market, clock, ({ category, keyword, ids }) => {
      const word = keyword?.trim().toLowerCase()
      return board
        .symbols()
        .filter(
          (symbol) =>
            (category === undefined || symbol.category === category) &&
            (ids === undefined || ids.includes(symbol.id) || ids.includes(symbol.symbol)) &&
            (!word || symbol.symbol.toLowerCase().includes(word) || symbol.name.toLowerCase().includes(word)),
        )
    }),
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
    currencies: async (_, { sql }) => {
      const usesOf = await currencyUses(sql, house)
      return currencies.map((currency) => ({ ...currency, ...usesOf(currency.currency) }))
    },
    rate: ({ currency, target }) => {
      for (const [field, value] of Object.entries({ currency, target }))
        if (!known.has(value)) throw new Refusal('validation', { field, rule: 'currency' })
      const found = rateOf(market, currency, target)
      if (!found) throw new Refusal('notFound', { currency, target })
      const sec = found.sec ?? Math.floor(clock.now() / 1000)
      return { currency, target, rate: found.rate, sec, updateTime: asInstant(sec * 1000), feedMode: found.feedMode }
    },
    tickers: untilBeat(market, clock, () => board.tickers()),
  }
}
