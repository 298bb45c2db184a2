import type { Clock } from '../../core/clock.ts'
import type { Config } from '../../core/startup/config.ts'
import type { SymbolSpec } from '../market.ts'
import type { SimDaySeed } from '../sim/simDays.ts'
import { exchangeDepthAdapters } from '../sources/depthExchanges.ts'
import { exchangePriceAdapters } from '../sources/exchanges.ts'
import { fundingRateAdapters } from '../sources/fundingSources.ts'
import type { Feed } from './feed.ts'
import { createLiveFeed } from './liveFeed.ts'
import { createReplayFeed } from './replayFeed.ts'
import { createSimFeed } from './simFeed.ts'

/** The feed that the settings name. */
export function createConfiguredFeed(
  settings: Config['marketFeed'],
  specs: readonly SymbolSpec[],
  clock: Clock,
  report: (message: string) => void,
  seedOf: (day: string) => SimDaySeed,
): Feed {
  if (settings.kind === 'sim') return createSimFeed(specs, seedOf)
  if (settings.kind === 'replay') return createReplayFeed(specs, settings)
  return createLiveFeed({
    specs,
    exchanges: exchangePriceAdapters,
    deepExchanges: exchangeDepthAdapters,
    fundingSources: fundingRateAdapters,
    clock,
    report,
    ...(settings.urls ? { urls: settings.urls } : {}),
  })
}
