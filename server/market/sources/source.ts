import { WebSocket } from 'ws'

/** One exchange's public stream: where it is, how to ask, and how to read what it says. */
export interface Dialect {
  name: string
  url: string
  /** Our symbol → the exchange's name of it. */
  products: Readonly<Record<string, string>>
  /** Sent once connected; none when the address itself asks. */
  asks(products: readonly string[]): readonly string[]
  /** The address with the products in it, where the exchange wants that. */
  address?(url: string, products: readonly string[]): string
  /** The prices in one message, as text; none in a message of another kind. Throws when it is not readable. */
  read(message: string): readonly { product: string; raw: string; price: string }[]
}

interface Heard {
  symbol: string
  raw: string
  price: string
}

export interface Source {
  start(): void
  stop(): void
}

export interface SourceOptions {
  onPrice(heard: Heard): void
  /** Told on each loss of the connection, with why. */
  onLost?(why: string): void
  /** No message for so long means a dead line. */
  silentMs?: number
  firstRetryMs?: number
  mostRetryMs?: number
}

const mostMessageBytes = 1024 * 1024

/** Keeps one connection alive: a silent line is cut, a cut line is tried again after 1, 2, 4 … 30 s with jitter. */
export function connectSource(dialect: Dialect, options: SourceOptions): Source {
  const { onPrice, onLost = () => {}, silentMs = 10_000, firstRetryMs = 1000, mostRetryMs = 30_000 } = options
  const symbolOf = new Map(Object.entries(dialect.products).map(([symbol, product]) => [product, symbol]))
  const products = [...symbolOf.keys()]
  let socket: WebSocket | undefined
  let watchdog: NodeJS.Timeout | undefined
  let retry: NodeJS.Timeout | undefined
  let failures = 0
  let stopped = true

  const open = () => {
    const current = new WebSocket(dialect.address?.(dialect.url, products) ?? dialect.url, {
      handshakeTimeout: silentMs,
      maxPayload: mostMessageBytes,
      perMessageDeflate: false,
    })
    socket = current
    let why = 'closed'
    const watch = () => {
      clearTimeout(watchdog)
      watchdog = setTimeout(() => {
        why = 'silent'
        current.terminate()
      }, silentMs)
    }
    current.on('open', () => {
      watch()
      for (const ask of dialect.asks(products)) current.send(ask)
    })
    current.on('message', (bytes) => {
      let said: ReturnType<Dialect['read']>
      try {
        said = dialect.read(String(bytes))
      } catch {
        // One unreadable message is passed over; a line that says nothing else falls silent and is cut.
        return
      }
      watch()
      for (const { product, raw, price } of said) {
        const symbol = symbolOf.get(product)
        if (symbol === undefined || !/^\d{1,12}(\.\d{1,18})?$/.test(price) || !/[1-9]/.test(price)) continue
        failures = 0
        onPrice({ symbol, raw, price })
      }
    })
    current.on('error', (error) => {
      why = error.message
    })
    current.on('close', () => {
      clearTimeout(watchdog)
      if (stopped) return
      onLost(why)
      const wait = Math.min(mostRetryMs, firstRetryMs * 2 ** failures++)
      retry = setTimeout(open, wait * (0.5 + Math.random()))
    })
  }

  return {
    start: () => {
      stopped = false
      open()
    },
    stop: () => {
      stopped = true
      clearTimeout(retry)
      clearTimeout(watchdog)
      socket?.terminate()
    },
  }
}
