import { apiReadQuery } from '#api/query.ts'
import type { CallArguments } from '#contract/call.ts'
import { market } from '#contract/calls/market.ts'

// The stream goes on from the newest bar alone; one that ended before anybody listened is read anew.
const latestCandlesMaxAgeMs = 10_000

/** Bars of one market; those before an end never change any more. */
export const candlesQuery = (request: CallArguments<typeof market.candles>) => ({
  ...apiReadQuery(market.candles, request),
  staleTime: request.endTime === undefined ? latestCandlesMaxAgeMs : Number.POSITIVE_INFINITY,
})
