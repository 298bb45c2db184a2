import type { Decimal } from '#contract/decimal.ts'

/** A person on a day's snapshot: what the averages are now, and where they stood before it. */
export interface LevelSnapshotEntry {
  user_id: string
  avg3d: Decimal
  avg14d: Decimal
  level: number
  /** Of the country where they are known to be; '' where there is no account. */
  country: string
  kyc_country: string | null
  /** A lower level was announced and comes with that day. */
  due_day: string | null
  /** Which one: on that day nobody falls below it. */
  to_level: number | null
}

export interface LevelGrantRow {
  id: string
  user_id: string
  kind: 'levelBonus' | 'envelope'
  day: string
  level: number
  amount: Decimal
}
