import { wireDay } from '#contract/time.ts'
import { productType } from '#contract/states.ts'
import type { Database } from '#db/database.ts'
import { type ProductSeed, productSeeds } from '#db/seed/products.ts'
import { dayPlus } from '#rules/serverDay.ts'
import type { House } from '../house.ts'
import type { ProductKinds } from './kindOf.ts'

/** The rows that are offered: of the kinds that are here; borrowers are examples and only in a sandbox. */
const offeredSeeds = (kinds: ProductKinds, { env }: House['config']): ProductSeed[] =>
  productSeeds.filter(({ type }) => kinds.has(type) && (type !== productType.debt || env === 'sandbox'))

// What a day of orders that run is worked out by: while there are any, a product keeps it, and gains what it did not have.
const kept: ReadonlySet<string> = new Set(['type', 'currency', 'income_currency', 'rate_max'])

/**
 * Writes what is on offer. Rows of an earlier release get the new terms, for later orders: what running ones are worked out by stays until
 * the last of them is over (product §2.9). Two servers may do it at once.
 */
export async function seedProducts(
  { db, clock, config }: Pick<House, 'clock' | 'config'> & { db: Database },
  kinds: ProductKinds,
): Promise<void> {
  const rows = offeredSeeds(kinds, config).map((seed, place) => ({
    id: seed.id,
    type: seed.type,
    currency: seed.currency,
    income_currency: seed.incomeCurrency,
    days: seed.days,
    rate_max: seed.rateMax,
    min_money: seed.minMoney,
    max_money: seed.maxMoney,
    step_money: seed.stepMoney,
    user_cap: seed.userCap ?? null,
    total_cap: seed.totalCap ?? null,
    level_limit: seed.levelLimit,
    purchase_limit: seed.purchaseLimit ?? null,
    risk_grade: seed.riskGrade,
    place,
    since_day: dayPlus(wireDay(clock.now()), 1),
    terms: seed.terms,
  }))
  const first = rows[0]
  if (!first) return
  const columns = Object.keys(first)
  const changing = columns.filter((column) => column !== 'id' && column !== 'since_day')
  const list = (of: readonly string[], from = '') => of.map((column) => `${from}${column}`).join(', ')
  await db.query(
    `insert into product as p (${list(columns)})
     select ${columns.map(given).join(', ')} from jsonb_populate_recordset(null::product, $1::jsonb) g
     left join product p on p.id = g.id and exists (select from product_order o where o.product_id = p.id and o.status in (0, 1, 3, 5, 6))
     on conflict (id) do update set (${list(changing)}) = (${list(changing, 'excluded.')})
     where (${list(changing, 'p.')}) is distinct from (${list(changing, 'excluded.')})`,
    [JSON.stringify(rows)],
  )
}

/** A column as it is written: `p` is the row that is there, where orders of it run. */
function given(column: string): string {
  if (column === 'terms') return `g.terms || coalesce(p.terms, '{}')`
  return kept.has(column) ? `coalesce(p.${column}, g.${column})` : `g.${column}`
}
