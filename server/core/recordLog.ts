import { basename } from 'node:path'
import type { Config } from './startup/config.ts'

/** What the record of this feed is called among day trees: 'market', or that of one replayed file. */
export const priceRecordLogNameOfFeed = (feed: Config['marketFeed'] | undefined): string =>
  feed?.kind === 'replay' ? `replay:${basename(feed.file)}` : 'market'
