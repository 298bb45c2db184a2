import { heartbeatMs, type StreamAsk, type StreamFrame, streamDeadMs, streamPath } from '#contract/priceStream.ts'
import { createStore, useStore } from '#device/store.ts'

/** Where the live feed stands, for the chip under the title. */
export type Connection = 'idle' | 'live' | 'reconnecting' | 'offline'

const connection = createStore<Connection>('idle')
export const useConnection = (): Connection => useStore(connection)

type Event_ = StreamFrame[number]
const listeners = new Set<(event: Event_) => void>()
const greetings = new Set<() => void>()

let socket: WebSocket | undefined
let failures = 0
let retryTimer: ReturnType<typeof setTimeout> | undefined
let lastHeardAt = 0

const retryLimitSeconds = 30

/** Says something to the server now; what must survive a reconnect is said again by `onOpen`. */
export const tell = (ask: StreamAsk): void => {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(ask))
}

/** Runs at every (re)connection. */
export const onOpen = (greeting: () => void): void => void greetings.add(greeting)
export const onEvent = (listener: (event: Event_) => void): void => void listeners.add(listener)

/** Connects if there is no connection yet. Safe to call often. */
export function connect(): void {
  if (socket || retryTimer) return
  const url = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${streamPath}`
  const fresh = new WebSocket(url)
  socket = fresh
  fresh.onopen = () => {
    failures = 0
    lastHeardAt = Date.now()
    connection.set('live')
    for (const greeting of greetings) greeting()
  }
  fresh.onmessage = ({ data }: MessageEvent<string>) => {
    lastHeardAt = Date.now()
    for (const event of JSON.parse(data) as StreamFrame) for (const listener of listeners) listener(event)
  }
  fresh.onclose = () => {
    if (socket === fresh) reconnectLater()
  }
}

// 1, 2, 4 … 30 s with jitter (product §1.5 call 101).
function reconnectLater(): void {
  socket = undefined
  connection.set(navigator.onLine ? 'reconnecting' : 'offline')
  const seconds = Math.min(2 ** failures++, retryLimitSeconds)
  retryTimer = setTimeout(retryNow, seconds * 1000 * (0.75 + Math.random() / 2))
}

function retryNow(): void {
  clearTimeout(retryTimer)
  retryTimer = undefined
  if (!socket) connect()
}

// A socket that says nothing for 45 s is dead even if the phone thinks otherwise.
setInterval(() => {
  if (socket?.readyState !== WebSocket.OPEN) return
  if (Date.now() - lastHeardAt > streamDeadMs) socket.close()
  else tell({ op: 'ping' })
}, heartbeatMs)

addEventListener('online', () => {
  if (retryTimer) retryNow()
  // It outlived a short gap; nothing else would say that the gap is over.
  else if (socket?.readyState === WebSocket.OPEN) connection.set('live')
})
addEventListener('offline', () => socket && connection.set('offline'))
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible' && retryTimer) retryNow()
})
