import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { inbox } from '#contract/calls/inbox.ts'
import { trading } from '#contract/calls/trading.ts'
import { wallet } from '#contract/calls/wallet.ts'

/** The server's side of the stream. */
class Line {
  static readonly OPEN = 1
  static opened: Line[] = []
  readyState = 0
  heard: string[] = []
  onopen?: () => void
  onclose?: () => void
  onmessage?: (event: { data: string }) => void
  constructor() {
    Line.opened.push(this)
  }
  send(text: string): void {
    this.heard.push((JSON.parse(text) as { op: string }).op)
  }
  close(): void {
    this.readyState = 3
    this.onclose?.()
  }
  open(): void {
    this.readyState = 1
    this.onopen?.()
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
  Line.opened = []
  vi.stubGlobal('WebSocket', Line)
  vi.stubGlobal('location', { protocol: 'https:', host: 'fairlead.example' })
  vi.stubGlobal('document', { visibilityState: 'visible', addEventListener: () => undefined })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A start of the app by somebody who is signed in; their reads are shown by a screen. Gives how often each was asked for. */
async function start() {
  const { QueryObserver } = await import('@tanstack/react-query')
  const { queryClient } = await import('../queryClient.ts')
  const { setToken } = await import('../session.ts')
  const { subscribeToUserStream } = await import('./personStream.ts')
  setToken('ann')
  const asked: Record<string, number> = {}
  const show = (path: string): void => {
    const queryFn = () => (asked[path] = (asked[path] ?? 0) + 1)
    new QueryObserver(queryClient, { queryKey: [path], queryFn }).subscribe(() => undefined)
  }
  return { asked, subscribeToUserStream, show }
}
const rest = () => vi.advanceTimersByTimeAsync(1_000)
const shown = [trading.positions.path, wallet.assets.path, inbox.notices.path]
const once = Object.fromEntries(shown.map((path) => [path, 1]))
const twice = Object.fromEntries(shown.map((path) => [path, 2]))

it('asks for nothing again when its first connection opens, and signs in on it once', async () => {
  const { asked, subscribeToUserStream, show } = await start()
  shown.forEach(show)
  subscribeToUserStream()
  await rest()
  Line.opened[0]?.open()
  await rest()
  expect([asked, Line.opened[0]?.heard]).toEqual([once, ['auth', 'sub']])
})

it('asks again for what was answered long before the first connection opened: until then nobody was notified of changes', async () => {
  const { asked, subscribeToUserStream, show } = await start()
  shown.forEach(show)
  subscribeToUserStream()
  await vi.advanceTimersByTimeAsync(20_000)
  Line.opened[0]?.open()
  await rest()
  expect(asked).toEqual(twice)
})

it('asks for everything again when the connection comes back', async () => {
  const { asked, subscribeToUserStream, show } = await start()
  subscribeToUserStream()
  Line.opened[0]?.open()
  shown.forEach(show)
  await rest()
  Line.opened[0]?.close()
  await vi.advanceTimersByTimeAsync(2_000)
  Line.opened[1]?.open()
  await rest()
  expect([asked, Line.opened[1]?.heard]).toEqual([twice, ['auth', 'sub']])
})

it('asks again at once for what the stream says has changed', async () => {
  const { asked, subscribeToUserStream, show } = await start()
  subscribeToUserStream()
  Line.opened[0]?.open()
  shown.forEach(show)
  await rest()
  Line.opened[0]?.onmessage?.({ data: JSON.stringify([{ c: 'user', t: 'balance', d: null, seq: 1 }]) })
  await rest()
  expect(asked).toEqual({ ...twice, [inbox.notices.path]: 1 })
})
