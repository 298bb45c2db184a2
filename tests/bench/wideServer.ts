import { tmpdir } from 'node:os'
import { connect } from '#db/database.ts'
import { systemClock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import { createEvents } from '#server/events.ts'
import { gather } from '#server/http/gather.ts'
import { attachPriceStream } from '#server/http/priceStream.ts'
import { createHttp } from '#server/http/server.ts'
import type { House } from '#server/house.ts'
import { testPlace } from '../support/testDatabase.ts'
import { noLimits } from '../support/wire.ts'
import { wideMarket } from './wideMarket.ts'

/** The real calls, files and stream over a market of `count` symbols, moving `perSecond` times a second. */
export async function startWideServer(count: number, perSecond: number, dist: string): Promise<{ origin: string; stop(): Promise<void> }> {
  const { place, remove } = await testPlace()
  const db = connect(place)
  const market = wideMarket(count, systemClock)
  const house: House = { config: readConfig({ DATA_DIR: tmpdir() }), clock: systemClock, db, market, events: createEvents() }
  const http = createHttp(house, gather(house), { dist, rates: noLimits })
  const stream = attachPriceStream({ server: http.server, market, events: house.events, clock: systemClock, visitorOf: http.visitorOf })
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
