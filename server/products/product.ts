import type { LanguageCode } from '#contract/calls/account.ts'
import type { Product } from '#contract/calls/products.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { productStatus, productType } from '#contract/states.ts'
import { asInstant, type Instant } from '#contract/time.ts'
import { productSeeds } from '#db/seed/products.ts'
import type { Sql } from '#db/database.ts'
import { add, compare, q8, zero } from '#rules/decimal.ts'
import { productMark } from '#rules/marks.ts'
import type { House } from '../house.ts'
import { say } from '../i18n.ts'
import { askedOnce } from './askedOnce.ts'
import { coverages } from './coverage.ts'
import { kindOf, type ProductKinds } from './kindOf.ts'
import type { ProductRow } from './rows.ts'
import type { SoldRow } from './store.ts'

const names = new Map(productSeeds.map(({ id, name }) => [id, name]))

/** A product's name for whoever reads; one that the release no longer has keeps its id. */
export const nameOf = (productId: string, lang: LanguageCode): string => {
  const name = names.get(productId)
  return name ? say(lang, name) : productId
}

/** The database pads numbers with zeros; what was agreed has none. */
export const plain = (value: Decimal): Decimal => asDecimal(value.includes('.') ? value.replace(/\.?0+$/, '') : value)

const moment = (ms: string | null): Instant | null => (ms === null ? null : asInstant(Number(ms)))

/** 0 upcoming, 1 open, 2 sold out, 3 closed. */
export function statusOf(product: SoldRow, now: Instant): number {
  const { start_ms, end_ms, is_closed, total_cap, sold, num } = { num: isCounted(product), ...product }
  if (is_closed || (end_ms !== null && now >= Number(end_ms))) return productStatus.closed
  if (start_ms !== null && now < Number(start_ms)) return productStatus.upcoming
  const least = num ? asDecimal('1') : product.min_money
  return total_cap !== null && compare(add(sold, least), total_cap) > 0 ? productStatus.soldOut : productStatus.open
}

/** Whether it is sold by the piece: caps and `sold` are machines then. */
export const isCounted = ({ type }: Pick<ProductRow, 'type'>): boolean => type === productType.miner

/** These rows as the wire shows them (product §1.4). */
export async function toProducts(
  house: House,
  kinds: ProductKinds,
  sql: Sql,
  rows: readonly SoldRow[],
  now: Instant,
  lang: LanguageCode,
): Promise<Product[]> {
  const reading = askedOnce(sql)
  const covered = await coverages(reading, kinds, now)
  const shown = new Map<string, Partial<Product>>()
  for (const [type, own] of Map.groupBy(rows, (row) => row.type))
    for (const [id, part] of await kindOf(kinds, { type }).shown(reading, own, now, lang)) shown.set(id, part)
  return rows.map((row) => ({ ...base(house, kinds, row, now, lang, covered), ...shown.get(row.id) }))
}

function base(
  { config }: House,
  kinds: ProductKinds,
  row: SoldRow,
  now: Instant,
  lang: LanguageCode,
  covered: ReadonlyMap<string, Decimal | null>,
): Product {
  const kind = kindOf(kinds, row)
  const { backing, ...facts } = kind.facts(row)
  return {
    ourShare: null,
    ...facts,
    id: row.id,
    type: row.type,
    name: nameOf(row.id, lang),
    icon: productMark(row.type),
    currency: row.currency,
    incomeCurrency: row.income_currency,
    days: row.days,
    rateMin: zero,
    rateMax: plain(row.rate_max),
    last30: null,
    minMoney: plain(row.min_money),
    maxMoney: plain(row.max_money),
    stepMoney: plain(row.step_money),
    userCap: row.user_cap && plain(row.user_cap),
    totalCap: row.total_cap && plain(row.total_cap),
    sold: q8(row.sold),
    levelLimit: row.level_limit,
    purchaseLimit: row.purchase_limit,
    status: statusOf(row, now),
    startTime: moment(row.start_ms),
    endTime: moment(row.end_ms),
    backing: {
      // All money of a sandbox is play money.
      kind: config.env === 'sandbox' ? 'simulated' : backing,
      reserveCoverage: kind.dayValue ? (covered.get(row.income_currency) ?? null) : null,
    },
    riskGrade: row.risk_grade,
  }
}
