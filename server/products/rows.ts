import type { Decimal } from '#contract/decimal.ts'
import type { ProductOrderStatus, EarnProductType } from '#contract/states.ts'

/** A row of product, as the database gives it. */
export interface ProductRow {
  id: string
  type: EarnProductType
  currency: string
  income_currency: string
  days: number
  rate_max: Decimal
  min_money: Decimal
  max_money: Decimal
  step_money: Decimal
  user_cap: Decimal | null
  total_cap: Decimal | null
  level_limit: number
  purchase_limit: number | null
  start_ms: string | null
  end_ms: string | null
  is_closed: boolean
  risk_grade: number
  place: number
  since_day: string
  terms: Readonly<Record<string, string>>
}

/** A row of product_order. */
export interface ProductOrderRow {
  id: string
  order_no: string
  product_id: string
  user_id: string
  account_type: number
  type: EarnProductType
  currency: string
  income_currency: string
  money: Decimal
  weight: Decimal
  num: number | null
  units: Decimal | null
  buy_nav: Decimal | null
  status: ProductOrderStatus
  bought_ms: string
  start_day: string | null
  end_day: string | null
  days: number
  paid_through: string | null
  income_total: Decimal
  held: Decimal
  held_income: Decimal
  exit_asked_ms: string | null
  exit_due_ms: string | null
  exit_units: Decimal | null
  exit_fee: Decimal | null
  returned: Decimal | null
  closed_ms: string | null
  frozen_reason: string | null
  frozen_until_ms: string | null
  late_since_ms: string | null
  terms: Readonly<Record<string, string>>
}
