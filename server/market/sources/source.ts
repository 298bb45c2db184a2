import { createExchangeConnection, type ExchangeConnectionTiming } from './connection.ts'

/** One exchange's public stream: where it is, how to ask, and how to read what it says. */
export interface ExchangePriceAdapter {
  name: string
  url: string
  /** Our symbol → the exchange's name of it. */
  products: Readonly<Record<string, string>>
  /** Sent once connected; none when the address itself asks. */
  asks(products: readonly string[]): readonly string[]
  /** The address with the products in it, where the exchange wants that. */
  address?(url: string, products: readonly string[]): string
  /** Sent every 20 s, where the exchange ends a line on which it pushed nothing for a while. */
  ping?: string
  /** The prices in one message, as text; none in a message of another kind. Throws when it is not readable. */
  read(message: string): readonly { product: string; raw: string; price: string }[]
}

interface Heard {
  symbol: string
  raw: string
  price: string
}

export interface ExchangePriceConnection {
  start(): void
  stop(): void
}

export interface ExchangePriceConnectionOptions extends ExchangeConnectionTiming {
  onPrice(observation: Heard): void
  /** Told on each loss of the connection, with why. */
  onLost?(why: string): void
}

const mostMessageBytes = 1024 * 1024

/** A price or a size as an exchange writes it: exact, not negative, nothing that only a float would understand. */
export const isPlainNonNegativeDecimal = (text: string): boolean => /^\d{1,12}(\.\d{1,18})?$/.test(text)

/** The prices of one exchange, over one line that is kept alive. */
export function createExchangePriceConnection(
  dialect: ExchangePriceAdapter,
  { onPrice, onLost = () => {}, ...timing }: ExchangePriceConnectionOptions,
): ExchangePriceConnection {
  const symbolOf = new Map(Object.entries(dialect.products).map(([symbol, product]) => [product, symbol]))
  const products = [...symbolOf.keys()]
  const line = createExchangeConnection({
    ...timing,
    mostMessageBytes,
    ping: dialect.ping,
    address: () => dialect.address?.(dialect.url, products) ?? dialect.url,
    onOpen: () => dialect.asks(products).forEach(line.send),
    onMessage: (text) => {
      let isUseful = false
      for (const { product, raw, price } of dialect.read(text)) {
        const symbol = symbolOf.get(product)
        if (symbol === undefined || !isPlainNonNegativeDecimal(price) || !/[1-9]/.test(price)) continue
        isUseful = true
        onPrice({ symbol, raw, price })
      }
      return isUseful
    },
    onLost,
  })
  return { start: line.start, stop: line.stop }
}
