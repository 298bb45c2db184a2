import { asInstant, serverDayAt } from '#contract/time.ts'
import { zero } from '#rules/decimal.ts'
import { addServerDays } from '#rules/serverDay.ts'
import type { AppContext } from '../core/appContext.ts'
import type { ProductDayValue } from './kind.ts'
import { productKindOf, type ProductKindsByType } from './kindOf.ts'
import type { ProductRow } from './rows.ts'

const hourMs = 3_600_000
/** Nobody's money waits for a market that is silent: after this long a day is worked out from what there is. */
const silentMs = 2 * hourMs

/** Incomes of a day come in at 01:00 of the next (docs/rules/earn.md): the newest day whose may be paid now. */
export const incomesPayableThroughDay = (nowMs: number): string => addServerDays(serverDayAt(nowMs - hourMs), -1)

/**
 * What every product was worth on each day up to then, day by day, once; a day whose inputs may still come is asked for again, for two
 * hours from when it was first asked for, which `askedMs` remembers; then it is worth what is known of it. Gives whether all are known.
 */
export async function recordDueProductDayValues(
  app: AppContext,
  kinds: ProductKindsByType,
  through: string,
  askedMs: Map<string, number>,
): Promise<boolean> {
  let isKnown = true
  const types = [...kinds.values()].filter(({ dayValue }) => dayValue).map(({ type }) => type)
  const rows = await app.db.query<ProductRow & { newest: string | null }>(
    `select p.*, d.day as newest from product p
     left join lateral (select day from product_day where product_id = p.id and not is_back_test order by day desc limit 1) d on true
     where p.type = any($1::smallint[]) and coalesce(d.day, '') < $2 and p.since_day <= $2`,
    [types, through],
  )
  for (const { newest, ...product } of rows) {
    const kind = productKindOf(kinds, product)
    for (let day = newest === null ? product.since_day : addServerDays(newest, 1); day <= through; day = addServerDays(day, 1)) {
      const now = asInstant(app.clock.now())
      const key = `${product.id} ${day}`
      const isSilent = now - (askedMs.get(key) ?? now) >= silentMs
      const worked = (await kind.dayValue?.(app.db, product, day, now, isSilent)) ?? (isSilent ? nothing : undefined)
      if (!worked) {
        if (!askedMs.has(key)) askedMs.set(key, now)
        isKnown = false
        break
      }
      await app.db.query(
        'insert into product_day (product_id, day, value, inputs, decided_ms) values ($1, $2, $3, $4, $5) on conflict do nothing',
        [product.id, day, worked.value, JSON.stringify(worked.inputs), now],
      )
    }
  }
  return isKnown
}

const nothing: ProductDayValue = { value: zero, inputs: [] }
