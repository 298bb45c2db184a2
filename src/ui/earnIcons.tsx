import { line } from './icon.tsx'

/** A stack of coins. */
export const Coins = line(
  'M6 8c0-1.4 2.7-2.5 6-2.5s6 1.1 6 2.5-2.7 2.5-6 2.5c-2.3 0-4.3-.5-5.3-1.3M6 8v8c0 1.4 2.7 2.5 6 2.5s6-1.1 6-2.5V8M6 12c0 1.4 2.7 2.5 6 2.5s6-1.1 6-2.5',
)
/** A machine with its fan. */
export const Machine = line('M19.5 9V7h-15v10h15v-5M13 14.9a3 3 0 1 0-2-.1M12 12v.1M17 10.5v.1M17 13.5v.1')
/** A house that lends. */
export const Lender = line('M4.5 9.5 12 5l7.5 4.5M6.5 10v6.5M10.2 10v6.5M13.8 10v6.5M17.5 10v6.5M4.5 19h15')
/** Everything else. */
export const Tiles = line('M5.5 5.5H10V10H5.5ZM14 5.5h4.5V10H14V7M5.5 14H10v4.5H5.5ZM14 14h4.5v4.5H14Z')
