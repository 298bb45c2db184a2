import type { TranslatableText } from '../../core/i18n.ts'

/** A competition of a sandbox, as docs/rules/seed-data.md has it. Days count from the day on which it is offered. */
export interface CompetitionSeed {
  series: string
  name: TranslatableText
  /** From today, or from the next Monday. */
  starts: 'today' | 'monday'
  days: number
  fund: string
  /** By rank from 1, in USDT. */
  prizes: readonly string[]
  symbols: readonly string[]
  maxLever: number
  minTrades: number
}

const common = { fund: '100000', maxLever: 10, minTrades: 10 } as const

/** Those that can be joined; when one ends it is offered again. */
export const competitionSeeds: readonly CompetitionSeed[] = [
  {
    ...common,
    series: 'first-light',
    name: /*i18n*/ { id: 'competition.first-light', message: 'First Light — demo contracts' },
    starts: 'today',
    days: 14,
    prizes: ['300', '150', '50'],
    symbols: ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'XAUUSD', 'EURUSD'],
  },
  {
    ...common,
    series: 'metals-week',
    name: /*i18n*/ { id: 'competition.metals-week', message: 'Metals Week' },
    starts: 'monday',
    days: 5,
    prizes: ['200', '100', '50'],
    symbols: ['XAUUSD', 'XAGUSD'],
  },
]

/** One that is over, so that a finished table can be seen. Its entries are nobody's, and named so. */
export const endedSampleCompetition = {
  series: 'open-water',
  name: /*i18n*/ { id: 'competition.open-water', message: 'Open Water #0' },
  fund: common.fund,
  days: 7,
  endedDaysAgo: 3,
  symbols: ['BTCUSDT', 'ETHUSDT'],
  maxLever: common.maxLever,
  minTrades: common.minTrades,
  entries: 40,
} as const
