import type { loanDurationOptionsDays, LoanPlan } from '#contract/calls/loans.ts'
import type { TermsByTime } from '#server/terms/termsByTime.ts'
import { loanDurationsAndExampleOf, loanPlansOfRelease } from '#server/terms/loanTerms.ts'

/** The terms of loans, with rates, factors and loan to value as they hold at that moment. */
export const loanPlansAt = (terms: TermsByTime, atMs: number): LoanPlan[] =>
  loanPlansOfRelease.map((set) => {
    const at = (name: string, of = '') => terms.at('loan', of ? `${set.id} ${of}` : set.id, name, atMs)
    const has = (name: 'callLtv' | 'liqLtv' | 'liqFee') => (set[name] === null ? null : at(name))
    const rate = (days: (typeof loanDurationOptionsDays)[number]) => at('dailyRate', String(days))
    return {
      ...set,
      ...loanDurationsAndExampleOf({ 7: rate(7), 14: rate(14), 30: rate(30), 60: rate(60), 90: rate(90) }),
      lateFactor: at('lateFactor'),
      callLtv: has('callLtv'),
      liqLtv: has('liqLtv'),
      liqFee: has('liqFee'),
      collaterals: set.collaterals.map(({ currency }) => ({ currency, initLtv: at('initLtv', currency) })),
    }
  })
