import { cryptoListings } from './coins.ts'
import { forexListings } from './currencyPairs.ts'
import type { MarketListing } from './listing.ts'
import { metalListings } from './metals.ts'

/**
 * Every market, in stored order (docs/rules/seed-data.md): a symbol's place is its number in the stored price record, so a kind of market that
 * gets one more gets it in a list of its own at the end. It stands with the rules because a device computes simulated prices again by itself.
 */
export const marketListings: readonly MarketListing[] = [...cryptoListings, ...metalListings, ...forexListings]
