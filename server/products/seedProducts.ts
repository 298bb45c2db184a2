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

/** Writes what is on offer. Rows of an earlier release get the new terms, for later orders; two servers may do it at once. */
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
    `insert into product as p (${list(columns)}) select ${list(columns)} from jsonb_populate_recordset(null::product, $1::jsonb)
     on conflict (id) do update set (${list(changing)}) = (${list(changing, 'excluded.')})
     where (${list(changing, 'p.')}) is distinct from (${list(changing, 'excluded.')})`,
    [JSON.stringify(rows)],
  )
}
