import type { SettlementReceipt } from '#contract/calls/settlement.ts'
import type { Decimal } from '#contract/decimal.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'

/** A second of the price record that a result was computed from. */
export interface UsedRecordSecond {
  /** What it was for: open, close, openRate … The rule finds its prices by this name. */
  use: string
  /** A market, or another published number: 'FUND:BTCUSDT'. */
  symbol: string
  sec: number
  /** Where that second has none, the first one up to so many seconds later decided. */
  ahead?: number
  /** Not one second but the mean of so many that end before it, by the rule of options (docs/rules/options.md). */
  mean?: number
  /** Not the leaf's number but the one of this name among its sources. */
  part?: string
  /** Where that second has none, the newest one up to so many seconds earlier decided. */
  back?: number
}

/** A settled thing as its module knows it; the fairness module adds the prices, their places in the record, and the postings. */
export interface ExplainedSettlement
  extends Pick<SettlementReceipt, 'what' | 'formula' | 'orderNo' | 'accountType' | 'state' | 'inputs' | 'figures' | 'result'> {
  at: Instant
  records: readonly UsedRecordSecond[]
}

/** What a module with orders gives, so that each can be explained and computed again every night (docs/rules/fair-dealing.md). */
export interface SettlementExplainer {
  /** The refType of its postings. */
  refType: string
  /** Owner-filtered: someone else's is as unknown as none. */
  explain(sql: Sql, id: string, userId: string): Promise<ExplainedSettlement | undefined>
  /** Settled in that time (both ends included), in order of their ids, behind `afterId`. */
  settled(sql: Sql, query: SettledAsked): Promise<{ id: string; userId: string }[]>
}

interface SettledAsked {
  afterId: string
  fromMs: number
  toMs: number
  limit: number
}

/** What an order fixed or its market said, as an input. */
export const settlementInput = (
  name: string,
  value: string | number,
  source: ExplainedSettlement['inputs'][number]['source'] = 'order',
) => ({
  name,
  value: String(value),
  source,
})

/** A booked figure; nothing where there is none yet. */
export const zeroOrOneSettlementFigure = (name: string, value: Decimal | null | undefined, unit: string) =>
  value === null || value === undefined ? [] : [{ name, value, unit }]
