import type { SecondContractOffer } from '#contract/calls/secondContracts.ts'
import { secondContractBreakEvenPct, houseEdgePct } from '#rules/second/secondOdds.ts'
import type { TermsByTime } from '#server/terms/termsByTime.ts'
import { secondContractOffersOfRelease } from '#server/terms/secondContractTerms.ts'

/** Everything that is sold, with the odds that hold at that moment. */
export const secondContractOffersAt = (terms: TermsByTime, atMs: number): SecondContractOffer[] =>
  secondContractOffersOfRelease.map((set) => {
    const odds = terms.at('second', `${set.symbol} ${set.seconds}`, 'odds', atMs)
    return { ...set, odds, breakEvenPct: secondContractBreakEvenPct(odds), houseEdgePct: houseEdgePct(odds) }
  })
