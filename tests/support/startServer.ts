import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Clock } from '#server/core/clock.ts'
import { readConfig } from '#server/core/startup/config.ts'
import type { AppContext } from '#server/core/appContext.ts'
import { startServer } from '#server/main.ts'
import type { HttpServerOptions } from '#server/http/server.ts'
import type { Feed } from '#market/feeds/feed.ts'
import type { StartableMarketDataService } from '#market/createMarket.ts'
import { testTarget } from './testDatabase.ts'

export interface TestServer {
  /** Such as http://127.0.0.1:41234. */
  origin: string
  app: AppContext
  /** `step` records what is due by the clock and waits for everything that follows from it. */
  market: StartableMarketDataService
  /** Stops it and removes its database and data folder. */
  stop(): Promise<void>
}

export interface TestServerOptions {
  /** As MARKET_FEED, `sim` unless told; or a feed of the test's own. */
  feed?: string | Feed
  /** With a clock of the test's own the market moves only by `market.step()`, unless `byHand` is false. */
  clock?: Clock
  byHand?: boolean
  /** Other request limits, another built app: as `createAppHttpServer` takes them. */
  http?: HttpServerOptions
  /** As `startServer` takes it: what is due is looked for this often. */
  pollIntervalMs?: number
  /** More settings, by their environment names. */
  env?: Record<string, string>
}

/** The whole server on a free port with a fresh database of its own: what the stories and the calls are tested against. */
export async function startTestServer({
  feed = 'sim',
  clock,
  byHand = clock !== undefined,
  http = {},
  pollIntervalMs,
  env = {},
}: TestServerOptions = {}): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fairlead-server-'))
  const { place, remove } = await testTarget({ texts: env['FAIRLEAD_ENV'] !== 'production' })
  const databaseUrl = `postgresql://${place.user}@${encodeURIComponent(place.socketDir)}:${place.port}/${place.database}`
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    MARKET_FEED: typeof feed === 'string' ? feed : 'sim',
    ...env,
  })
  const server = await startServer(config, {
    filledPageTimeoutMs: 20_000,
    ...http,
    ...(clock ? { clock } : {}),
    pollIntervalMs,
    market: { byHand, ...(typeof feed === 'string' ? {} : { feed }) },
  })
  return {
    origin: server.address,
    app: server.app,
    market: server.market,
    stop: async () => {
      await server.stop()
      await remove()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
