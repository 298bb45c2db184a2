import { serverDayAt } from '#contract/time.ts'
import { earnProductType } from '#contract/states.ts'
import type { Database } from '#db/database.ts'
import { type ProductSeed, productSeeds } from '#db/seed/products.ts'
import { addServerDays } from '#rules/serverDay.ts'
import type { AppContext } from '../core/appContext.ts'
import type { TermsByTime } from '../terms/termsByTime.ts'
import { productRateFields } from '../terms/termsOfRelease.ts'
import type { ProductKindsByType } from './kindOf.ts'
import { startRepeatingJob } from '../core/schedule.ts'

const pollIntervalMs = 10_000

/** The rows that are offered: of the kinds that are here; borrowers are examples and only in a sandbox. */
const offeredSeeds = (kinds: ProductKindsByType, { env }: AppContext['config']): ProductSeed[] =>
  productSeeds.filter(({ type }) => kinds.has(type) && (type !== earnProductType.debt || env === 'sandbox'))

// What a day of orders that run is worked out by: while there are any, a product keeps it, and gains what it did not have.
const fixedColumns: ReadonlySet<string> = new Set(['type', 'currency', 'income_currency', 'rate_max'])

/**
 * Writes what is on offer. Rows of an earlier release get the new terms, for later orders: what running ones are worked out by stays until
 * the last of them is over (docs/rules/fair-dealing.md). Two servers may do it at once.
 */
export async function seedProducts(
  { db, clock, config, terms }: Pick<AppContext, 'clock' | 'config' | 'terms'> & { db: Database },
  kinds: ProductKindsByType,
): Promise<void> {
  const now = clock.now()
  const rows = offeredSeeds(kinds, config).map((seed, place) => ({
    id: seed.id,
    type: seed.type,
    currency: seed.currency,
    income_currency: seed.incomeCurrency,
    days: seed.days,
    rate_max: Number(seed.rateMax) > 0 ? terms.at('product', seed.id, 'rateMax', now) : seed.rateMax,
    min_money: seed.minMoney,
    max_money: seed.maxMoney,
    step_money: seed.stepMoney,
    user_cap: seed.userCap ?? null,
    total_cap: seed.totalCap ?? null,
    level_limit: seed.levelLimit,
    purchase_limit: seed.purchaseLimit ?? null,
    risk_grade: seed.riskGrade,
    place,
    since_day: addServerDays(serverDayAt(now), 1),
    terms: { ...seed.terms, ...ratesNow(seed, terms, now) },
  }))
  const first = rows[0]
  if (!first) return
  const columns = Object.keys(first)
  const changing = columns.filter((column) => column !== 'id' && column !== 'since_day')
  const list = (of: readonly string[], from = '') => of.map((column) => `${from}${column}`).join(', ')
  await db.query(
    `insert into product as p (${list(columns)})
     select ${columns.map(columnValue).join(', ')} from jsonb_populate_recordset(null::product, $1::jsonb) g
     left join product p on p.id = g.id and exists (select from product_order o where o.product_id = p.id and o.status in (0, 1, 3, 5, 6))
     on conflict (id) do update set (${list(changing)}) = (${list(changing, 'excluded.')})
     where (${list(changing, 'p.')}) is distinct from (${list(changing, 'excluded.')})`,
    [JSON.stringify(rows)],
  )
}

/** Of a product's own terms, the prices that hold now: a release changes them seven days after it is told. */
const ratesNow = ({ id, terms: own }: ProductSeed, terms: TermsByTime, now: number): Record<string, string> =>
  Object.fromEntries(productRateFields.flatMap((name) => (own[name] === undefined ? [] : [[name, terms.at('product', id, name, now)]])))

/** Writes what is on offer again when the terms of a product begin to hold. Gives back how to stop. */
export function startProductTermsRefresh(app: AppContext, kinds: ProductKindsByType): () => Promise<void> {
  let seenMs = app.clock.now()
  const check = async (): Promise<void> => {
    const now = app.clock.now()
    if (app.terms.hasChanged(['product'], seenMs, now)) await seedProducts(app, kinds)
    seenMs = now
  }
  return startRepeatingJob('terms of earn products', pollIntervalMs, check).stop
}

/** A column as it is written: `p` is the row that is there, where orders of it run. */
function columnValue(column: string): string {
  if (column === 'terms') return `g.terms || coalesce(p.terms, '{}')`
  return fixedColumns.has(column) ? `coalesce(p.${column}, g.${column})` : `g.${column}`
}
