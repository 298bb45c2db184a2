import { streamHeartbeatMs, type StreamRequest, type StreamFrame, streamSilenceTimeoutMs, priceStreamPath } from '#contract/priceStream.ts'
import { createStore, useStore } from '#device/store.ts'

/** Where the live feed stands, for the chip under the title. */
export type StreamConnectionState = 'idle' | 'live' | 'reconnecting' | 'offline'

/** Without a signal it is offline, whether or not anybody has asked for the stream yet: what needs a connection says so. */
export const streamConnectionStore = createStore<StreamConnectionState>('onLine' in navigator && !navigator.onLine ? 'offline' : 'idle')
export const useStreamConnectionState = (): StreamConnectionState => useStore(streamConnectionStore)

type Event_ = StreamFrame[number]
const listeners = new Set<(event: Event_) => void>()
const openListeners = new Set<(isReconnect: boolean) => void>()

let socket: WebSocket | undefined
let failures = 0
let retryTimer: ReturnType<typeof setTimeout> | undefined
let lastMessageAt = 0

const retryLimitSeconds = 30

/** Says something to the server now; what must survive a reconnect is said again by `onStreamOpen`. */
export const sendStreamRequest = (request: StreamRequest): void => {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(request))
}

/** Runs at every connection; with `isReconnect` once there was none for a while: what happened meanwhile was told to nobody. */
export const onStreamOpen = (listener: (isReconnect: boolean) => void): void => void openListeners.add(listener)
/** Whether what changes is being told now. */
export const isStreamConnected = (): boolean => streamConnectionStore.get() === 'live'
export const onStreamEvent = (listener: (event: Event_) => void): void => void listeners.add(listener)

/** Connects if there is no connection yet. Safe to call often. */
export function connectStream(): void {
  if (socket || retryTimer) return
  const url = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${priceStreamPath}`
  const opened = new WebSocket(url)
  socket = opened
  opened.onopen = () => {
    const isReconnect = failures > 0
    failures = 0
    lastMessageAt = Date.now()
    streamConnectionStore.set('live')
    for (const listener of openListeners) listener(isReconnect)
  }
  opened.onmessage = ({ data }: MessageEvent<string>) => {
    lastMessageAt = Date.now()
    for (const event of JSON.parse(data) as StreamFrame) for (const listener of listeners) listener(event)
  }
  opened.onclose = () => {
    if (socket === opened) reconnectLater()
  }
}

// 1, 2, 4 … 30 s with jitter (docs/rules/wire.md).
function reconnectLater(): void {
  socket = undefined
  streamConnectionStore.set(navigator.onLine ? 'reconnecting' : 'offline')
  const seconds = Math.min(2 ** failures++, retryLimitSeconds)
  retryTimer = setTimeout(retryNow, seconds * 1000 * (0.75 + Math.random() / 2))
}

function retryNow(): void {
  clearTimeout(retryTimer)
  retryTimer = undefined
  if (!socket) connectStream()
}

// A socket that says nothing for 45 s is dead even if the phone thinks otherwise.
setInterval(() => {
  if (socket?.readyState !== WebSocket.OPEN) return
  if (Date.now() - lastMessageAt > streamSilenceTimeoutMs) socket.close()
  else sendStreamRequest({ op: 'ping' })
}, streamHeartbeatMs)

const stateWithSignal = (): StreamConnectionState => {
  if (socket?.readyState === WebSocket.OPEN) return 'live'
  return socket || retryTimer ? 'reconnecting' : 'idle'
}

addEventListener('online', () => {
  // It may have outlived a short gap; nothing else would say that the gap is over.
  if (streamConnectionStore.get() === 'offline') streamConnectionStore.set(stateWithSignal())
  if (retryTimer) retryNow()
})
// Also between two tries, and before the first: what needs a connection says so at once.
addEventListener('offline', () => streamConnectionStore.set('offline'))
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible' && retryTimer) retryNow()
})
