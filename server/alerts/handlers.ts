import { mostAlerts, type PriceAlert } from '#contract/calls/alerts.ts'
import { Refusal } from '#contract/refusals.ts'
import { compare, isMultipleOf, multiply } from '#rules/decimal.ts'
import type { House } from '../house.ts'
import type { Handlers } from '../http/handlers.ts'
import { newId } from '../ids.ts'
import { rearmPrice, toAlert } from './alert.ts'
import { alertsOf, changeAlert, countAlerts, insertAlert, lockAlerts, removeAlert } from './store.ts'

/** A price this many times the reference is a slip of the finger, not a wish. */
const farthest = '1000000'

/** Prices to be told of (product §1.5 call 100). Refuses symbolUnknown, priceStep, aboveMax, tooManyAlerts {max} and notFound. */
export function alertsHandlers(house: House): Handlers<'alerts'> {
  const { market, clock } = house
  const termsOf = ({ symbol, op, price, once, channels }: Pick<PriceAlert, 'symbol' | 'op' | 'price' | 'once' | 'channels'>) => {
    const spec = market.spec(symbol)
    if (!spec) throw new Refusal('symbolUnknown', { symbol })
    if (!isMultipleOf(price, spec.tick)) throw new Refusal('priceStep', { step: spec.tick })
    const max = multiply(spec.ref, farthest)
    if (compare(price, max) > 0) throw new Refusal('aboveMax', { max })
    return {
      symbol,
      op,
      price,
      rearm_price: once ? null : rearmPrice(op, price),
      channels: [...new Set(channels)],
      // What was recorded before the person asked is not looked at.
      changed_sec: Math.max(market.quote(symbol)?.sec ?? 0, Math.floor(clock.now() / 1000) - 1),
    }
  }
  return {
    list: async (_, { sql, visitor }) => (await alertsOf(sql, visitor.userId)).map(toAlert),
    save: async ({ id, ...wish }, { sql, visitor }) => {
      const terms = termsOf(wish)
      if (id !== undefined) {
        const changed = await changeAlert(sql, id, visitor.userId, terms)
        if (!changed) throw new Refusal('notFound')
        return toAlert(changed)
      }
      await lockAlerts(sql, visitor.userId)
      if ((await countAlerts(sql, visitor.userId)) >= mostAlerts) throw new Refusal('tooManyAlerts', { max: mostAlerts })
      const now = clock.now()
      return toAlert(await insertAlert(sql, { ...terms, id: newId(now), user_id: visitor.userId, created_ms: now }))
    },
    remove: async ({ id }, { sql, visitor }) => {
      if (!(await removeAlert(sql, id, visitor.userId))) throw new Refusal('notFound')
      return { id }
    },
  }
}
