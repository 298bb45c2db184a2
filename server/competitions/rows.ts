import type { Decimal } from '#contract/decimal.ts'

/** One row of the table `competition`, as the database gives it: numeric and int8 are exact strings. */
export interface CompetitionRow {
  id: string
  series: string
  round: number
  name: string
  fund: Decimal
  start_ms: string
  end_ms: string
  join_until_ms: string
  prizes: Decimal[]
  symbols: string[]
  max_lever: number
  min_trades: number
  is_sample: boolean
  review_ms: string
  marked_ms: string | null
  final_ms: string | null
  participants: number | null
}

/** One row of `competition_entry`. */
export interface CompetitionEntryRow {
  id: string
  competition_id: string
  user_id: string | null
  /** Whose money it is in book 3: the entry's own id, or the person's where it is from before each entry had its own. */
  wallet_id: string
  sample_name: string | null
  status: number
  fund: Decimal
  joined_ms: string
  left_ms: string | null
  out_reason: CompetitionDisqualificationReason | null
  out_note: string | null
  out_ms: string | null
  day: string
  day_equity: Decimal
  peak: Decimal
  max_drawdown: Decimal
  equity: Decimal | null
  closed_trades: number | null
  rank: number | null
  prize: Decimal | null
  is_told: boolean
}

/** Why staff took somebody out; everybody reads it. */
export const competitionDisqualificationReasons = ['self_crossing', 'many_accounts'] as const
export type CompetitionDisqualificationReason = (typeof competitionDisqualificationReasons)[number]
