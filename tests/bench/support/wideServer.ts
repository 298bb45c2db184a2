import { tmpdir } from 'node:os'
import { createDatabasePool } from '#db/database.ts'
import { systemClock } from '#server/core/clock.ts'
import { readConfig } from '#server/core/startup/config.ts'
import { createServerEventBus } from '#server/core/events.ts'
import { createCallHandlers } from '#server/modules.ts'
import { attachPriceStream } from '#server/http/stream/priceStream.ts'
import { createAppHttpServer } from '#server/http/server.ts'
import type { AppContext } from '#server/core/appContext.ts'
import { termsByTimeOfRelease } from '#server/terms/termsByTime.ts'
import { testTarget } from '../../support/testDatabase.ts'
import { noLimits } from '../../support/wire.ts'
import { wideMarket } from './wideMarket.ts'

/** The real calls, files and stream over a market of `count` symbols, moving `perSecond` times a second. */
export async function startWideServer(count: number, perSecond: number, dist: string): Promise<{ origin: string; stop(): Promise<void> }> {
  const { place, remove } = await testTarget()
  const db = createDatabasePool(place)
  const market = wideMarket(count, systemClock)
  const app: AppContext = {
    config: readConfig({ DATA_DIR: tmpdir() }),
    clock: systemClock,
    db,
    market,
    events: createServerEventBus(),
    terms: termsByTimeOfRelease(),
  }
  const http = createAppHttpServer(app, createCallHandlers(app), { dist, rates: noLimits })
  const stream = attachPriceStream({ server: http.server, market, events: app.events, clock: systemClock, visitorOf: http.visitorOf })
  const origin = `http://127.0.0.1:${await http.listen(0, '127.0.0.1')}`
  const beats = setInterval(market.tick, 1_000 / perSecond)
  return {
    origin,
    stop: async () => {
      clearInterval(beats)
      stream.close()
      await http.close()
      await db.close()
      await remove()
    },
  }
}
