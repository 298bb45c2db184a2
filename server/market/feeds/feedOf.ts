import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { SymbolSpec } from '../market.ts'
import { deepExchanges } from '../sources/deep.ts'
import { exchanges } from '../sources/exchanges.ts'
import { fundingSources } from '../sources/fundingSources.ts'
import type { Feed } from './feed.ts'
import { liveFeed } from './liveFeed.ts'
import { replayFeed } from './replayFeed.ts'
import { simFeed } from './simFeed.ts'

/** The feed that the settings name. */
export function feedOf(
  settings: Config['marketFeed'],
  specs: readonly SymbolSpec[],
  clock: Clock,
  report: (message: string) => void,
  seedOf: (day: string) => Buffer,
): Feed {
  if (settings.kind === 'sim') return simFeed(specs, seedOf)
  if (settings.kind === 'replay') return replayFeed(specs, settings)
  return liveFeed({ specs, exchanges, deepExchanges, fundingSources, clock, report, ...(settings.urls ? { urls: settings.urls } : {}) })
}
