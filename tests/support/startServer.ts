import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Clock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import type { House } from '#server/house.ts'
import { startServer } from '#server/main.ts'
import type { HttpOptions } from '#server/http/server.ts'
import type { Feed } from '#market/feeds/feed.ts'
import type { RunningMarket } from '#market/createMarket.ts'
import { testPlace } from './testDatabase.ts'

export interface TestServer {
  /** Such as http://127.0.0.1:41234. */
  origin: string
  house: House
  /** `step` records what is due by the clock and waits for everything that follows from it. */
  market: RunningMarket
  /** Stops it and removes its database and data folder. */
  stop(): Promise<void>
}

export interface TestServerOptions {
  /** As MARKET_FEED, `sim` unless told; or a feed of the test's own. */
  feed?: string | Feed
  /** With a clock of the test's own the market moves only by `market.step()`, unless `byHand` is false. */
  clock?: Clock
  byHand?: boolean
  /** Other request limits, another built app: as `createHttp` takes them. */
  http?: HttpOptions
  /** As `startServer` takes it: what is due is looked for this often. */
  lookEveryMs?: number
  /** More settings, by their environment names. */
  env?: Record<string, string>
}

/** The whole server on a free port with a fresh database of its own: what the stories and the calls are tested against. */
export async function startTestServer({
  feed = 'sim',
  clock,
  byHand = clock !== undefined,
  http = {},
  lookEveryMs,
  env = {},
}: TestServerOptions = {}): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fairlead-server-'))
  const { place, remove } = await testPlace()
  const databaseUrl = `postgresql://${place.user}@${encodeURIComponent(place.socketDir)}:${place.port}/${place.database}`
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    MARKET_FEED: typeof feed === 'string' ? feed : 'sim',
    ...env,
  })
  const server = await startServer(config, {
    ...http,
    ...(clock ? { clock } : {}),
    lookEveryMs,
    market: { byHand, ...(typeof feed === 'string' ? {} : { feed }) },
  })
  return {
    origin: server.address,
    house: server.house,
    market: server.market,
    stop: async () => {
      await server.stop()
      await remove()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
