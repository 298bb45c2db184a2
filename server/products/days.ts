import { asInstant, wireDay } from '#contract/time.ts'
import { zero } from '#rules/decimal.ts'
import { dayPlus } from '#rules/serverDay.ts'
import type { House } from '../house.ts'
import type { DayValue } from './kind.ts'
import { kindOf, type ProductKinds } from './kindOf.ts'
import type { ProductRow } from './rows.ts'

const hourMs = 3_600_000
/** Nobody's money waits for a market that is silent: after this long a day is worked out from what there is. */
const silentMs = 2 * hourMs

/** Incomes of a day come in at 01:00 of the next (product §2.9): the newest day whose may be paid now. */
export const payableThrough = (nowMs: number): string => dayPlus(wireDay(nowMs - hourMs), -1)

/**
 * What every product was worth on each day up to then, day by day, once; a day whose inputs may still come is asked for again, for two
 * hours from when it was first asked for, which `askedMs` remembers; then it is worth what is known of it. Gives whether all are known.
 */
export async function decideDays(house: House, kinds: ProductKinds, through: string, askedMs: Map<string, number>): Promise<boolean> {
  let isKnown = true
  const types = [...kinds.values()].filter(({ dayValue }) => dayValue).map(({ type }) => type)
  const rows = await house.db.query<ProductRow & { newest: string | null }>(
    `select p.*, d.day as newest from product p
     left join lateral (select day from product_day where product_id = p.id and not is_back_test order by day desc limit 1) d on true
     where p.type = any($1::smallint[]) and coalesce(d.day, '') < $2 and p.since_day <= $2`,
    [types, through],
  )
  for (const { newest, ...product } of rows) {
    const kind = kindOf(kinds, product)
    for (let day = newest === null ? product.since_day : dayPlus(newest, 1); day <= through; day = dayPlus(day, 1)) {
      const now = asInstant(house.clock.now())
      const asked = `${product.id} ${day}`
      const isSilent = now - (askedMs.get(asked) ?? now) >= silentMs
      const worked = (await kind.dayValue?.(house.db, product, day, now, isSilent)) ?? (isSilent ? nothing : undefined)
      if (!worked) {
        if (!askedMs.has(asked)) askedMs.set(asked, now)
        isKnown = false
        break
      }
      await house.db.query(
        'insert into product_day (product_id, day, value, inputs, decided_ms) values ($1, $2, $3, $4, $5) on conflict do nothing',
        [product.id, day, worked.value, JSON.stringify(worked.inputs), now],
      )
    }
  }
  return isKnown
}

const nothing: DayValue = { value: zero, inputs: [] }
