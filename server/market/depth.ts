import type { MarketDepth, MarketTrade } from '#contract/calls/market.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { asInstant } from '#contract/time.ts'
import type { Clock } from '../core/clock.ts'
import type { ExchangeBookUpdate, ExchangeDepthAdapter, ExchangeDepthLevel, ExchangeTradeUpdate } from './sources/depthExchanges.ts'
import { createExchangeConnection, type ExchangeConnection, type ExchangeConnectionTiming } from './sources/connection.ts'
import { type ExchangeOrderBook, createExchangeOrderBook } from './sources/orderBook.ts'
import { isPlainNonNegativeDecimal } from './sources/source.ts'

/** Books and trades of the exchanges that a live market is made from (docs/rules/prices.md). Nothing here is ever made up. */
export interface ExchangeDepthService {
  /** Keeps the exchanges telling of this symbol until the returned function is called, and a little longer. */
  follow(symbol: string): () => void
  /** The freshest source's book, or the newest there is for a minute after all were lost; then none. */
  depth(symbol: string, levels: number): DepthSource & Pick<MarketDepth, 'bids' | 'asks'>
  /** The same source's trades, newest first. */
  trades(symbol: string, most: number): DepthSource & { trades: MarketTrade[] }
  /** Once there is a book, or after so long. */
  first(symbol: string, limitMs: number): Promise<void>
  stop(): void
}

type DepthSource = Pick<MarketDepth, 'source' | 'ts'>

export interface ExchangeDepthServiceOptions {
  exchanges: readonly ExchangeDepthAdapter[]
  clock: Clock
  report(message: string): void
  timing?: ExchangeConnectionTiming & { lingerMs?: number }
}

interface ProductDepth {
  book: ExchangeOrderBook
  /** Whether what it is told now can be added to it. */
  isWhole: boolean
  atMs: number
  trades: MarketTrade[]
}

const freshForMs = 5_000
const keptForMs = 60_000
const keptTrades = 50
const mostMessageBytes = 32 * 1024 * 1024
const none = { source: null, ts: null } as const

/** One line to each exchange, open only while somebody looks at a market that it lists. */
export function createExchangeDepthService({ exchanges, clock, report, timing = {} }: ExchangeDepthServiceOptions): ExchangeDepthService {
  const { lingerMs = 15_000, ...lineTiming } = timing
  const watched = new Map<string, number>()
  const waiting = new Set<() => void>()
  const exchangeFeeds = exchanges.map((dialect) =>
    openExchangeFeed(dialect, clock, report, lineTiming, () => waiting.forEach((check) => check())),
  )
  const lingering = new Set<NodeJS.Timeout>()

  const leave = (symbol: string): void => {
    const left = (watched.get(symbol) ?? 1) - 1
    if (left > 0) return void watched.set(symbol, left)
    watched.delete(symbol)
    for (const app of exchangeFeeds) app.leave(symbol)
  }
  const pick = (symbol: string) => {
    const now = clock.now()
    const candidates = exchangeFeeds.flatMap((app) => {
      const book = app.shelf(symbol)
      return book && now - book.atMs <= keptForMs ? [{ source: app.name, shelf: book }] : []
    })
    return (
      candidates.find(({ shelf: book }) => now - book.atMs <= freshForMs) ?? candidates.toSorted((a, b) => b.shelf.atMs - a.shelf.atMs)[0]
    )
  }
  const sourceOf = ({ source, shelf: book }: NonNullable<ReturnType<typeof pick>>): DepthSource => ({ source, ts: asInstant(book.atMs) })

  const depth: ExchangeDepthService['depth'] = (symbol, levels) => {
    const found = pick(symbol)
    const top = found?.shelf.book.top(levels)
    return found && top
      ? { ...sourceOf(found), bids: top.bids.map(decimals), asks: top.asks.map(decimals) }
      : { ...none, bids: [], asks: [] }
  }
  return {
    depth,
    trades: (symbol, most) => {
      const found = pick(symbol)
      return found ? { ...sourceOf(found), trades: found.shelf.trades.slice(0, most) } : { ...none, trades: [] }
    },
    follow: (symbol) => {
      watched.set(symbol, (watched.get(symbol) ?? 0) + 1)
      for (const app of exchangeFeeds) app.follow(symbol)
      let isDone = false
      return () => {
        if (isDone) return
        isDone = true
        const timer = setTimeout(() => {
          lingering.delete(timer)
          leave(symbol)
        }, lingerMs)
        lingering.add(timer)
      }
    },
    first: (symbol, limitMs) =>
      new Promise((resolve) => {
        const done = () => {
          clearTimeout(limit)
          waiting.delete(check)
          resolve()
        }
        const check = () => {
          if (pick(symbol)?.shelf.book.top(1)) done()
        }
        const limit = setTimeout(done, limitMs)
        waiting.add(check)
        check()
      }),
    stop: () => {
      for (const timer of lingering) clearTimeout(timer)
      for (const app of exchangeFeeds) app.stop()
    },
  }
}

function openExchangeFeed(
  dialect: ExchangeDepthAdapter,
  clock: Clock,
  report: (message: string) => void,
  timing: ExchangeConnectionTiming,
  onBook: () => void,
) {
  const depthByProduct = new Map<string, ProductDepth>()
  const symbolOf = new Map(Object.entries(dialect.products).map(([symbol, product]) => [product, symbol]))
  const say = (texts: readonly string[]): void => texts.forEach(line.send)

  const takeBook = (book: ProductDepth, said: ExchangeBookUpdate): void => {
    if (!said.whole && !book.isWhole) return
    book.isWhole = book.book.take(said)
    if (book.isWhole) {
      book.atMs = clock.now()
      return onBook()
    }
    // What does not add up is not shown for one moment more; it is asked for anew.
    Object.assign(book, { book: createExchangeOrderBook(dialect), atMs: Number.NEGATIVE_INFINITY })
    report(`the book of ${said.product} at ${dialect.name} did not add up`)
    say([...dialect.leave([said.product]), ...dialect.follow([said.product])])
  }
  /** Of the products that are still followed. */
  const applyEach = <U extends { product: string }>(updates: readonly U[], apply: (depth: ProductDepth, update: U) => void): void => {
    for (const update of updates) {
      const depth = depthByProduct.get(symbolOf.get(update.product) ?? '')
      if (depth) apply(depth, update)
    }
  }

  const line: ExchangeConnection = createExchangeConnection({
    ...timing,
    mostMessageBytes,
    address: () => dialect.url,
    onOpen: () => say(dialect.follow([...depthByProduct.keys()].map((symbol) => dialect.products[symbol]!))),
    onMessage: (text) => {
      const { books = [], trades = [] } = dialect.read(text)
      applyEach(books, takeBook)
      applyEach(trades, addExchangeTrade)
      return books.length > 0
    },
    onLost: (why) => {
      for (const book of depthByProduct.values()) book.isWhole = false
      report(`depth source ${dialect.name} lost: ${why}`)
    },
  })

  return {
    name: dialect.name,
    shelf: (symbol: string) => depthByProduct.get(symbol),
    follow: (symbol: string) => {
      const product = dialect.products[symbol]
      if (!product || depthByProduct.has(symbol)) return
      depthByProduct.set(symbol, { book: createExchangeOrderBook(dialect), isWhole: false, atMs: Number.NEGATIVE_INFINITY, trades: [] })
      if (depthByProduct.size === 1) line.start()
      else say(dialect.follow([product]))
    },
    leave: (symbol: string) => {
      if (!depthByProduct.delete(symbol)) return
      if (depthByProduct.size === 0) line.stop()
      else say(dialect.leave([dialect.products[symbol]!]))
    },
    stop: line.stop,
  }
}

/** Puts a trade among the newest of its product, once. */
function addExchangeTrade(depth: ProductDepth, { id, price, quantity, side, atMs }: ExchangeTradeUpdate): void {
  if (!isPlainNonNegativeDecimal(price) || !isPlainNonNegativeDecimal(quantity) || depth.trades.some((trade) => trade.id === id)) return
  const trade = { id, price: asDecimal(price), quantity: asDecimal(quantity), side, ts: asInstant(atMs) }
  depth.trades = [trade, ...depth.trades].toSorted((a, b) => b.ts - a.ts).slice(0, keptTrades)
}

const decimals = ([price, quantity]: ExchangeDepthLevel): [Decimal, Decimal] => [asDecimal(price), asDecimal(quantity)]
