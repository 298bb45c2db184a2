import { afterEach, beforeEach, expect, it, vi } from 'vitest'

// What is said of the connection when the device's network goes and comes, whatever the stream is doing then.

class Line {
  static readonly OPEN = 1
  static opened: Line[] = []
  readyState = 0
  onopen?: () => void
  onclose?: () => void
  constructor() {
    Line.opened.push(this)
  }
  send(): void {}
  close(): void {
    this.readyState = 3
    this.onclose?.()
  }
  open(): void {
    this.readyState = 1
    this.onopen?.()
  }
}
let signal: Record<string, () => void> = {}
const device = { onLine: true }
const network = (isThere: boolean): void => {
  device.onLine = isThere
  signal[isThere ? 'online' : 'offline']?.()
}
const line = (): Line => Line.opened.at(-1)!

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
  Line.opened = []
  signal = {}
  device.onLine = true
  vi.stubGlobal('WebSocket', Line)
  vi.stubGlobal('location', { protocol: 'https:', host: 'fairlead.example' })
  vi.stubGlobal('document', { visibilityState: 'visible', addEventListener: () => undefined })
  vi.stubGlobal('addEventListener', (name: string, hear: () => void) => void (signal[name] = hear))
  vi.stubGlobal('navigator', device)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('is offline at once between two tries, and tries at once when the network is back', async () => {
  const { connectStream, streamConnectionStore } = await import('./socket.ts')
  connectStream()
  line().open()
  line().close()
  expect(streamConnectionStore.get()).toBe('reconnecting')
  network(false)
  expect(streamConnectionStore.get()).toBe('offline')
  network(true)
  expect([streamConnectionStore.get(), Line.opened.length]).toEqual(['reconnecting', 2])
  line().open()
  expect(streamConnectionStore.get()).toBe('live')
})

it('is live again after a gap that it outlived, without another try', async () => {
  const { connectStream, streamConnectionStore } = await import('./socket.ts')
  connectStream()
  line().open()
  network(false)
  expect(streamConnectionStore.get()).toBe('offline')
  network(true)
  expect([streamConnectionStore.get(), Line.opened.length]).toEqual(['live', 1])
})

it('is offline without a signal also before anybody asked for the stream, and opens none by itself', async () => {
  const { streamConnectionStore } = await import('./socket.ts')
  network(false)
  expect(streamConnectionStore.get()).toBe('offline')
  network(true)
  expect([streamConnectionStore.get(), Line.opened.length]).toEqual(['idle', 0])
})

it('is offline from its start where the device has no signal', async () => {
  device.onLine = false
  const { connectStream, streamConnectionStore } = await import('./socket.ts')
  expect(streamConnectionStore.get()).toBe('offline')
  network(true)
  expect(streamConnectionStore.get()).toBe('idle')
  connectStream()
  line().open()
  expect(streamConnectionStore.get()).toBe('live')
})
