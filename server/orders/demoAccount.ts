import type { PaperImportResult, PaperImportRequest } from '#contract/calls/demo.ts'
import type { Decimal } from '#contract/decimal.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import type { RequestContext } from '../core/handlers.ts'

/** What a kind of order is given to end what it holds in a person's demo book: one transaction, the demo wallet locked in it. */
interface DemoEnding {
  sql: Sql
  userId: string
  at: Instant
  afterCommit(effect: () => void): void
}

/**
 * Ends every order of one kind in a person's demo book and gives back what it held, by ordinary postings; says how many there were.
 * Each kind hands one to the demo module in modules.ts. Nothing that was agreed is edited, and second contracts have none: they cannot be
 * ended early (docs/rules/timed-contracts.md), so they run to their end, and what they pay comes on top of the new balance.
 */
export type DemoOrderResetter = (ending: DemoEnding) => Promise<number>

/** What our own record makes of a paper ledger, before anything is booked. */
interface Replay {
  /** The sum that closed rows brought, after fees. */
  result: Decimal
  closed: number
  left: PaperImportResult['left']
  /**
   * Books what runs and waits on paper in the demo book, from what is available there; what does not fit is added to `left`.
   * What runs is in profit by no more than `mostGain` in all: its opening second was chosen by the phone too.
   */
  take(mostGain: Decimal): Promise<Pick<PaperImportResult, 'opened' | 'placed' | 'left'>>
}

/** Replays a paper ledger from our price record, in the caller's transaction with the demo wallet locked. */
export type PaperLedgerReplayer = (paper: PaperImportRequest, context: RequestContext) => Promise<Replay>
