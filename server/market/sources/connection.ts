import { WebSocket } from 'ws'

export interface ExchangeConnectionTiming {
  /** No readable message for so long means a dead line. */
  silentMs?: number
  firstRetryMs?: number
  mostRetryMs?: number
  pingEveryMs?: number
}

export interface ExchangeConnectionOptions extends ExchangeConnectionTiming {
  /** Asked at each connection. */
  address(): string
  onOpen(): void
  /** True when it said something of use, which begins the waits anew. Throws when it is not readable. */
  onMessage(text: string): boolean
  /** Told on each loss of the connection, with why. */
  onLost(why: string): void
  mostMessageBytes: number
  /** What the exchange wants to be sent now and then, where it ends a line on which nothing was said for a while. */
  ping?: string | undefined
}

export interface ExchangeConnection {
  start(): void
  stop(): void
  /** Says something now; nothing while there is no connection. */
  send(text: string): void
}

/** Keeps one connection alive: a silent line is cut, a cut line is tried again after 1, 2, 4 … 30 s with jitter. */
export function createExchangeConnection(options: ExchangeConnectionOptions): ExchangeConnection {
  const { silentMs = 10_000, firstRetryMs = 1000, mostRetryMs = 30_000, pingEveryMs = 20_000, ping } = options
  let socket: WebSocket | undefined
  let watchdog: NodeJS.Timeout | undefined
  let retry: NodeJS.Timeout | undefined
  let pings: NodeJS.Timeout | undefined
  let failures = 0
  let stopped = true

  const open = () => {
    const current = new WebSocket(options.address(), {
      handshakeTimeout: silentMs,
      maxPayload: options.mostMessageBytes,
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
      // Stopped while it was being made.
      if (current !== socket) return current.terminate()
      watch()
      options.onOpen()
      clearInterval(pings)
      if (ping !== undefined) pings = setInterval(() => current.readyState === WebSocket.OPEN && current.send(ping), pingEveryMs)
    })
    current.on('message', (bytes) => {
      if (current !== socket) return
      try {
        if (options.onMessage(String(bytes))) failures = 0
      } catch {
        // One unreadable message is passed over; a line that says nothing else falls silent and is cut.
        return
      }
      watch()
    })
    current.on('error', (error) => {
      why = error.message
    })
    current.on('close', () => {
      if (current !== socket) return
      clearTimeout(watchdog)
      clearInterval(pings)
      if (stopped) return
      options.onLost(why)
      const wait = Math.min(mostRetryMs, firstRetryMs * 2 ** failures++)
      retry = setTimeout(open, wait * (0.5 + Math.random()))
    })
  }

  return {
    start: () => {
      if (!stopped) return
      stopped = false
      open()
    },
    stop: () => {
      stopped = true
      clearTimeout(retry)
      clearTimeout(watchdog)
      clearInterval(pings)
      socket?.terminate()
      socket = undefined
    },
    send: (text) => {
      if (socket?.readyState === WebSocket.OPEN) socket.send(text)
    },
  }
}
