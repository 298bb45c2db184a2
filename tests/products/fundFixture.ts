import type { SignedInUser } from '#server/core/visitor.ts'
import { asDecimal } from '#contract/decimal.ts'
import { serverDayAt } from '#contract/time.ts'
import { addServerDays, startOfServerDay } from '#rules/serverDay.ts'
import { productFixture } from './productFixture.ts'

/** Funds: unit values put by hand, or worked out from days that are recorded by hand. */
export async function fundFixture(over: Parameters<typeof productFixture>[0] = {}) {
  const world = await productFixture(over)
  const { db, app, clock, market, feed, ask, calls, work } = world

  /** The unit value at the end of that day, in its leaf. */
  async function publishNav(day: string, value: string, product = 'gold-trend') {
    await db.query(`insert into product_day (product_id, day, value, decided_ms) values ($1, $2, $3, 1) on conflict do nothing`, [
      product,
      day,
      value,
    ])
    await db.query(`insert into published_input (feed, symbol, since_sec, sec, value, mode) values ($1, $2, $3, $3, $4, 'RULE')`, [
      app.market.feed,
      `NAV:${product.toUpperCase()}`,
      startOfServerDay(addServerDays(day, 1)) / 1000,
      value,
    ])
  }

  /** The day ends with these prices, ten minutes of it are recorded; then what is due is worked and its leaf published. */
  async function endDay(prices: Record<string, string>, silent: readonly string[] = []) {
    feed.put(prices)
    for (const symbol of silent) feed.silence(symbol)
    clock.set(startOfServerDay(addServerDays(serverDayAt(clock.now()), 1)) + 1500)
    await market.step()
    await publish()
  }
  /** What is worked out stands in the record some seconds later, and what waits for it is worked. */
  async function publish() {
    await work()
    for (let n = 0; n < 4; n++) {
      clock.advance(11_000)
      await market.step()
    }
    await work()
  }

  const exitPart = (visitor: SignedInUser, id: string, units: string) =>
    ask(visitor, (context) => calls.exitProductOrder({ id, units: asDecimal(units) }, context))

  /** The days of a fund as anyone is told them, newest first. */
  const daysOf = (id: string, days: number) =>
    ask(undefined as never, (context) => calls.productDays({ id, days, accountType: 1 }, { ...context, visitor: undefined }))

  /** Bought while the markets are heard. */
  const buyNow: typeof world.buy = async (...asked) => {
    await market.step()
    return world.buy(...asked)
  }

  return { ...world, buy: buyNow, daysOf, publishNav, endDay, publishDue: publish, exitPart }
}
