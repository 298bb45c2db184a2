import type { Database } from '#db/database.ts'
import type { MarketDataService } from '#market/market.ts'
import type { Clock } from './clock.ts'
import type { Config } from './startup/config.ts'
import type { ServerEventBus } from './events.ts'
import type { TermsByTime } from '../terms/termsByTime.ts'
import type { CountryProductPermissionStore } from './legalRecords.ts'

/** What every module is given. */
export interface AppContext {
  config: Config
  clock: Clock
  db: Database
  market: MarketDataService
  events: ServerEventBus
  terms: TermsByTime
  /** What legal records enable in production; without it none is known, and what needs one is off. */
  legal?: CountryProductPermissionStore
}
