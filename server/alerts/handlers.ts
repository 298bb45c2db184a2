import { maxPriceAlerts, type PriceAlert } from '#contract/calls/alerts.ts'
import { Refusal } from '#contract/refusals.ts'
import { assertEndsByDelisting } from '#market/marketClosed.ts'
import { compareDecimals, isMultipleOf, multiply } from '#rules/decimal.ts'
import type { AppContext } from '../core/appContext.ts'
import type { CallHandlers } from '../core/handlers.ts'
import { newRowId } from '../core/ids.ts'
import { priceAlertRearmLevel, toPriceAlert } from './alert.ts'
import { readPriceAlerts, updatePriceAlert, countPriceAlerts, insertPriceAlert, lockUserPriceAlerts, deletePriceAlert } from './store.ts'

/** A price this many times the reference is a slip of the finger, not a wish. */
const farthest = '1000000'

/** Prices to be told of (docs/rules/prices.md). Refuses symbolUnknown, marketDelisted, priceStep, aboveMax, tooManyAlerts {max} and notFound. */
export function alertsHandlers(app: AppContext): CallHandlers<'alerts'> {
  const { market, clock } = app
  const termsOf = ({ symbol, op, price, once, channels }: Pick<PriceAlert, 'symbol' | 'op' | 'price' | 'once' | 'channels'>) => {
    const spec = market.spec(symbol)
    if (!spec) throw new Refusal('symbolUnknown', { symbol })
    assertEndsByDelisting(market, symbol, clock.now() + 1_000)
    if (!isMultipleOf(price, spec.tick)) throw new Refusal('priceStep', { step: spec.tick })
    const max = multiply(spec.ref, farthest)
    if (compareDecimals(price, max) > 0) throw new Refusal('aboveMax', { max })
    return {
      symbol,
      op,
      price,
      rearm_price: once ? null : priceAlertRearmLevel(op, price),
      channels: [...new Set(channels)],
      // What was recorded before the person asked is not looked at.
      changed_sec: Math.max(market.quote(symbol)?.sec ?? 0, Math.floor(clock.now() / 1000) - 1),
    }
  }
  return {
    list: async (_, { sql, visitor }) => (await readPriceAlerts(sql, visitor.userId)).map(toPriceAlert),
    save: async ({ id, ...alert }, { sql, visitor }) => {
      const terms = termsOf(alert)
      if (id !== undefined) {
        const changed = await updatePriceAlert(sql, id, visitor.userId, terms)
        if (!changed) throw new Refusal('notFound')
        return toPriceAlert(changed)
      }
      await lockUserPriceAlerts(sql, visitor.userId)
      if ((await countPriceAlerts(sql, visitor.userId)) >= maxPriceAlerts) throw new Refusal('tooManyAlerts', { max: maxPriceAlerts })
      const now = clock.now()
      return toPriceAlert(await insertPriceAlert(sql, { ...terms, id: newRowId(now), user_id: visitor.userId, created_ms: now }))
    },
    remove: async ({ id }, { sql, visitor }) => {
      if (!(await deletePriceAlert(sql, id, visitor.userId))) throw new Refusal('notFound')
      return { id }
    },
  }
}
