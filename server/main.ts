import { liveSessions } from '#account/liveSessions.ts'
import { openDatabase } from '#db/open.ts'
import { createMarket, type MarketParts, type RunningMarket } from '#market/createMarket.ts'
import { startAlerts } from './alerts/engine.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Config } from './config.ts'
import { seedContent } from './content/seedContent.ts'
import { createEvents } from './events.ts'
import { startReplay } from './fairness/replay.ts'
import { startSigner } from './fairness/signer.ts'
import type { House } from './house.ts'
import { attachPriceStream } from './http/priceStream.ts'
import { explainersOf, gather } from './http/gather.ts'
import { createHttp, type HttpOptions } from './http/server.ts'
import { listenOn } from './listen.ts'
import { startOptions } from './options/engine.ts'
import { startSecondContracts } from './secondContracts/engine.ts'
import { startEngine } from './trading/engine.ts'

export interface Server {
  /** Such as http://127.0.0.1:4300. */
  address: string
  house: House
  market: RunningMarket
  /** The database in words, for whoever started the server. */
  database: string
  stop(): Promise<void>
}

export interface ServerOptions extends HttpOptions {
  clock?: Clock
  /** Another feed than the settings name, or one that moves by hand. */
  market?: Pick<MarketParts, 'feed' | 'byHand'>
}

/** Database → market → rooms → HTTP → stream; what was started is stopped again, last first, on `stop` and when a later part cannot start. */
export async function startServer(
  config: Config,
  { clock = systemClock, market: marketOptions, ...options }: ServerOptions = {},
): Promise<Server> {
  const started: (() => unknown)[] = []
  const stop = async (): Promise<void> => {
    for (const end of started.splice(0).toReversed()) await end()
  }
  try {
    const database = await openDatabase(config)
    started.push(database.stop)
    const { db } = database
    await seedContent(db)
    const market = createMarket({ db, clock, config, ...marketOptions })
    started.push(market.stop)
    const house: House = { config, clock, db, market, events: createEvents() }
    // Before the first record, so that what waited while no server ran is settled by it.
    started.push(startEngine(house))
    started.push(startSecondContracts(house))
    started.push(startOptions(house))
    started.push(startAlerts(house))
    started.push(startSigner(house).stop)
    started.push(startReplay(house, explainersOf(house)))
    await market.start()
    const http = createHttp(house, gather(house), options)
    started.push(http.close)
    const aliveSessions = (ids: readonly string[]) => liveSessions(db, ids, clock.now())
    const stream = attachPriceStream({ server: http.server, market, events: house.events, clock, visitorOf: http.visitorOf, aliveSessions })
    started.push(stream.close)
    return { address: await listenOn(http, config), house, market, database: database.words, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
