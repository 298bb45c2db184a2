import type { MarketDepth, MarketTrade } from '#contract/calls/market.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { asInstant } from '#contract/time.ts'
import type { Clock } from '#server/clock.ts'
import type { BookSaid, DeepDialect, Level, TradeSaid } from './sources/deep.ts'
import { keepLine, type Line, type LineTiming } from './sources/line.ts'
import { type OrderBook, orderBook } from './sources/orderBook.ts'
import { isPlain } from './sources/source.ts'

/** Books and trades of the exchanges that a live market is made from (product §1.5, calls 93 and 94). Nothing here is ever made up. */
export interface Depths {
  /** Keeps the exchanges telling of this symbol until the returned function is called, and a little longer. */
  follow(symbol: string): () => void
  /** The freshest source's book, or the newest there is for a minute after all were lost; then none. */
  depth(symbol: string, levels: number): Told & Pick<MarketDepth, 'bids' | 'asks'>
  /** The same source's trades, newest first. */
  trades(symbol: string, most: number): Told & { trades: MarketTrade[] }
  /** Once there is a book, or after so long. */
  first(symbol: string, limitMs: number): Promise<void>
  stop(): void
}

type Told = Pick<MarketDepth, 'source' | 'ts'>

export interface DepthOptions {
  exchanges: readonly DeepDialect[]
  clock: Clock
  report(message: string): void
  timing?: LineTiming & { lingerMs?: number }
}

interface Shelf {
  book: OrderBook
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
export function createDepths({ exchanges, clock, report, timing = {} }: DepthOptions): Depths {
  const { lingerMs = 15_000, ...lineTiming } = timing
  const watched = new Map<string, number>()
  const waiting = new Set<() => void>()
  const houses = exchanges.map((dialect) => openHouse(dialect, clock, report, lineTiming, () => waiting.forEach((look) => look())))
  const lingering = new Set<NodeJS.Timeout>()

  const leave = (symbol: string): void => {
    const left = (watched.get(symbol) ?? 1) - 1
    if (left > 0) return void watched.set(symbol, left)
    watched.delete(symbol)
    for (const house of houses) house.leave(symbol)
  }
  const pick = (symbol: string) => {
    const now = clock.now()
    const shown = houses.flatMap((house) => {
      const shelf = house.shelf(symbol)
      return shelf && now - shelf.atMs <= keptForMs ? [{ source: house.name, shelf }] : []
    })
    return shown.find(({ shelf }) => now - shelf.atMs <= freshForMs) ?? shown.toSorted((a, b) => b.shelf.atMs - a.shelf.atMs)[0]
  }
  const told = ({ source, shelf }: NonNullable<ReturnType<typeof pick>>): Told => ({ source, ts: asInstant(shelf.atMs) })

  const depth: Depths['depth'] = (symbol, levels) => {
    const found = pick(symbol)
    const top = found?.shelf.book.top(levels)
    return found && top ? { ...told(found), bids: top.bids.map(decimals), asks: top.asks.map(decimals) } : { ...none, bids: [], asks: [] }
  }
  return {
    depth,
    trades: (symbol, most) => {
      const found = pick(symbol)
      return found ? { ...told(found), trades: found.shelf.trades.slice(0, most) } : { ...none, trades: [] }
    },
    follow: (symbol) => {
      watched.set(symbol, (watched.get(symbol) ?? 0) + 1)
      for (const house of houses) house.follow(symbol)
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
          waiting.delete(look)
          resolve()
        }
        const look = () => {
          if (pick(symbol)?.shelf.book.top(1)) done()
        }
        const limit = setTimeout(done, limitMs)
        waiting.add(look)
        look()
      }),
    stop: () => {
      for (const timer of lingering) clearTimeout(timer)
      for (const house of houses) house.stop()
    },
  }
}

function openHouse(dialect: DeepDialect, clock: Clock, report: (message: string) => void, timing: LineTiming, onBook: () => void) {
  const shelves = new Map<string, Shelf>()
  const symbolOf = new Map(Object.entries(dialect.products).map(([symbol, product]) => [product, symbol]))
  const say = (texts: readonly string[]): void => texts.forEach(line.send)

  const takeBook = (shelf: Shelf, said: BookSaid): void => {
    if (!said.whole && !shelf.isWhole) return
    shelf.isWhole = shelf.book.take(said)
    if (shelf.isWhole) {
      shelf.atMs = clock.now()
      return onBook()
    }
    // What does not add up is not shown for one moment more; it is asked for anew.
    Object.assign(shelf, { book: orderBook(dialect), atMs: Number.NEGATIVE_INFINITY })
    report(`the book of ${said.product} at ${dialect.name} did not add up`)
    say([...dialect.leave([said.product]), ...dialect.follow([said.product])])
  }
  const takeTrade = (shelf: Shelf, { id, price, quantity, side, atMs }: TradeSaid): void => {
    if (!isPlain(price) || !isPlain(quantity) || shelf.trades.some((one) => one.id === id)) return
    const trade = { id, price: asDecimal(price), quantity: asDecimal(quantity), side, ts: asInstant(atMs) }
    shelf.trades = [trade, ...shelf.trades].toSorted((a, b) => b.ts - a.ts).slice(0, keptTrades)
  }
  const shelfOf = (product: string): Shelf | undefined => shelves.get(symbolOf.get(product) ?? '')

  const line: Line = keepLine({
    ...timing,
    mostMessageBytes,
    address: () => dialect.url,
    onOpen: () => say(dialect.follow([...shelves.keys()].map((symbol) => dialect.products[symbol]!))),
    onMessage: (text) => {
      const { books = [], trades = [] } = dialect.read(text)
      for (const said of books) {
        const shelf = shelfOf(said.product)
        if (shelf) takeBook(shelf, said)
      }
      for (const said of trades) {
        const shelf = shelfOf(said.product)
        if (shelf) takeTrade(shelf, said)
      }
      return books.length > 0
    },
    onLost: (why) => {
      for (const shelf of shelves.values()) shelf.isWhole = false
      report(`depth source ${dialect.name} lost: ${why}`)
    },
  })

  return {
    name: dialect.name,
    shelf: (symbol: string) => shelves.get(symbol),
    follow: (symbol: string) => {
      const product = dialect.products[symbol]
      if (!product || shelves.has(symbol)) return
      shelves.set(symbol, { book: orderBook(dialect), isWhole: false, atMs: Number.NEGATIVE_INFINITY, trades: [] })
      if (shelves.size === 1) line.start()
      else say(dialect.follow([product]))
    },
    leave: (symbol: string) => {
      if (!shelves.delete(symbol)) return
      if (shelves.size === 0) line.stop()
      else say(dialect.leave([dialect.products[symbol]!]))
    },
    stop: line.stop,
  }
}

const decimals = ([price, quantity]: Level): [Decimal, Decimal] => [asDecimal(price), asDecimal(quantity)]
