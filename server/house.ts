import type { Database } from '#db/database.ts'
import type { Market } from '#market/market.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Events } from './events.ts'

/** What every room is given. */
export interface House {
  config: Config
  clock: Clock
  db: Database
  market: Market
  events: Events
}
