import type { LanguageCode } from '#contract/calls/account.ts'
import type { EarnProduct } from '#contract/calls/products.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { earnProductStatus, earnProductType } from '#contract/states.ts'
import { asInstant, type Instant } from '#contract/time.ts'
import { productSeeds } from '#db/seed/products.ts'
import type { Sql } from '#db/database.ts'
import { add, compareDecimals, q8, zero } from '#rules/decimal.ts'
import { earnProductIconUrl } from '#rules/iconUrls.ts'
import type { AppContext } from '../core/appContext.ts'
import { translate } from '../core/i18n.ts'
import { memoizeSqlReads } from './memoizeReads.ts'
import { earnReserveCoverages } from './coverage.ts'
import { productKindOf, type ProductKindsByType } from './kindOf.ts'
import { trimDatabaseNumberZeros } from './plain.ts'
import type { ProductRow } from './rows.ts'
import type { ProductWithSales } from './store.ts'
import { productBackingText, productProofUrl, productRateText } from './texts.ts'

const names = new Map(productSeeds.map(({ id, name }) => [id, name]))

/** A product's name for whoever reads; one that the release no longer has keeps its id. */
export const productNameOf = (productId: string, lang: LanguageCode): string => {
  const name = names.get(productId)
  return name ? translate(lang, name) : productId
}

const moment = (ms: string | null): Instant | null => (ms === null ? null : asInstant(Number(ms)))

/** 0 upcoming, 1 open, 2 sold out, 3 closed. */
export function productStatusOf(product: ProductWithSales, now: Instant): number {
  const { start_ms, end_ms, is_closed, total_cap, sold, num } = { num: isProductSoldByPiece(product), ...product }
  if (is_closed || (end_ms !== null && now >= Number(end_ms))) return earnProductStatus.closed
  if (start_ms !== null && now < Number(start_ms)) return earnProductStatus.upcoming
  const least = num ? asDecimal('1') : product.min_money
  return total_cap !== null && compareDecimals(add(sold, least), total_cap) > 0 ? earnProductStatus.soldOut : earnProductStatus.open
}

/** Whether it is sold by the piece: caps and `sold` are machines then. */
export const isProductSoldByPiece = ({ type }: Pick<ProductRow, 'type'>): boolean => type === earnProductType.miner

/** These rows as the wire shows them (docs/rules/earn.md). */
export async function serializeProducts(
  app: AppContext,
  kinds: ProductKindsByType,
  sql: Sql,
  rows: readonly ProductWithSales[],
  now: Instant,
  lang: LanguageCode,
): Promise<EarnProduct[]> {
  const reading = memoizeSqlReads(sql)
  const covered = await earnReserveCoverages(reading, kinds, now)
  const fields = new Map<string, Partial<EarnProduct>>()
  for (const [type, own] of Map.groupBy(rows, (row) => row.type))
    for (const [id, part] of await productKindOf(kinds, { type }).serialize(reading, own, now, lang)) fields.set(id, part)
  return rows.map((row) => {
    const product = { ...base(app, kinds, row, now, lang, covered), ...fields.get(row.id) }
    return { ...product, rateText: productRateText(product, lang) }
  })
}

function base(
  { config }: AppContext,
  kinds: ProductKindsByType,
  row: ProductWithSales,
  now: Instant,
  lang: LanguageCode,
  covered: ReadonlyMap<string, Decimal | null>,
): Omit<EarnProduct, 'rateText'> {
  const kind = productKindOf(kinds, row)
  const { backing, ...facts } = kind.facts(row)
  // All money of a sandbox is play money.
  const shownBacking = config.env === 'sandbox' ? 'simulated' : backing
  const reserveCoverage = kind.dayValue ? (covered.get(row.income_currency) ?? null) : null
  return {
    ourShare: null,
    ...facts,
    id: row.id,
    type: row.type,
    name: productNameOf(row.id, lang),
    icon: earnProductIconUrl(row.type),
    currency: row.currency,
    incomeCurrency: row.income_currency,
    days: row.days,
    rateMin: zero,
    rateMax: trimDatabaseNumberZeros(row.rate_max),
    last30: null,
    minMoney: trimDatabaseNumberZeros(row.min_money),
    maxMoney: trimDatabaseNumberZeros(row.max_money),
    stepMoney: trimDatabaseNumberZeros(row.step_money),
    userCap: row.user_cap && trimDatabaseNumberZeros(row.user_cap),
    totalCap: row.total_cap && trimDatabaseNumberZeros(row.total_cap),
    sold: q8(row.sold),
    levelLimit: row.level_limit,
    purchaseLimit: row.purchase_limit,
    status: productStatusOf(row, now),
    startTime: moment(row.start_ms),
    endTime: moment(row.end_ms),
    backing: {
      kind: shownBacking,
      text: productBackingText(shownBacking, lang),
      proofUrl: productProofUrl({ backing, reserveCoverage, terms: row.terms }),
      reserveCoverage,
    },
    riskGrade: row.risk_grade,
  }
}
