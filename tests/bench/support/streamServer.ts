import { startTestServer } from '../../support/startServer.ts'
import { noLimits } from '../../support/wire.ts'
import { fastClock, stampFeed } from './streamFeed.ts'

// The server of the fan-out bench, in a process of its own so that its use of the machine can be told apart.

/** What this process has used since it began, and holds now. */
export interface Usage {
  cpuMs: number
  rssBytes: number
}

const server = await startTestServer({
  feed: stampFeed(),
  clock: fastClock(),
  byHand: false,
  http: { rates: noLimits },
  // As behind a proxy, so that its readers can come from many addresses.
  env: { PUBLIC_ORIGIN: 'http://127.0.0.1' },
})

process.on('message', (asked: 'usage' | 'stop') => {
  if (asked === 'stop') return process.disconnect()
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuMs: (user + system) / 1_000, rssBytes: process.memoryUsage.rss() } satisfies Usage)
})
process.once('disconnect', () => void server.stop().finally(() => process.exit(0)))
process.send?.({ origin: server.origin })
