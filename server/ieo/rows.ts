import type { Decimal } from '#contract/decimal.ts'

/** A row of ieo, as the database gives it. */
export interface IeoRow {
  id: string
  token: string
  currency: string
  estimate_price: Decimal
  win_price: Decimal
  supply: Decimal
  user_cap: Decimal
  lot: Decimal
  apply_max: Decimal
  apply_start_ms: string
  apply_end_ms: string
  draw_ms: string
  pay_end_ms: string
  status: number
  is_settled: boolean
  applied: Decimal
  applicants: number
  secret_hash: string
  secret_sealed: Buffer
  is_example: boolean
  place: number
  doc_key: string | null
  cancel_reason: string | null
}

/** A row of ieo_unlock. */
export interface IeoUnlockRow {
  ieo_id: string
  place: number
  at_ms: string
  percent: Decimal
  is_done: boolean
}

/** A row of ieo_draw. */
export interface IeoDrawRow {
  ieo_id: string
  secret: string
  root: string
  price_day: string
  price_tree_size: number
  price_root: string
  seed: string
  applications: number
  drawn_ms: string
}

/** A row of ieo_order. */
export interface IeoOrderRow {
  id: string
  order_no: string
  ieo_id: string
  /** Null: an example's application that stands for nobody. */
  user_id: string | null
  num: Decimal
  status: number
  leaf: number | null
  won: Decimal | null
  win_price: Decimal | null
  paid_num: Decimal | null
  amount: Decimal | null
  held: Decimal
  tokens_held: Decimal
  tokens_free: Decimal
  unlocked_through: number
  refunded: Decimal | null
  is_counted: boolean
  created_ms: string
  paid_ms: string | null
  closed_ms: string | null
}

/** An order of somebody. */
export type OwnedIeoOrder = IeoOrderRow & { user_id: string }
