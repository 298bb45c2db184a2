import { book as books } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import { productType, recordType } from '#contract/states.ts'
import { type Instant, wireDay } from '#contract/time.ts'
import { changeEarnReserve } from '#ledger/earnReserve.ts'
import type { Book, HouseBucket, Leg } from '#ledger/ledger.ts'
import type { Sql } from '#db/database.ts'
import { compare, isNegative, isZero, larger, multiply, negate, q8, subtract, zero } from '#rules/decimal.ts'
import { unitsFor, unitsWorth } from '#rules/fundUnits.ts'
import { dayPlus, startOfDay } from '#rules/serverDay.ts'
import type { House } from '../house.ts'
import { boundFrom } from './cooling.ts'
import type { Ending, Line, ProductKind } from './kind.ts'
import { explainFund } from './quantExplain.ts'
import { writeBackTest } from './quantBackTest.ts'
import { gainsReader } from './quantGains.ts'
import { decideNavs, feeRate, firstNav, ruleOf } from './quantNav.ts'
import { fixPayouts, payoutOf } from './quantPayouts.ts'
import type { Payout } from './quantShares.ts'
import { newestUnitValues, unitValueFrom, type UnitValue, worstMonth } from './quantUnits.ts'
import type { ProductOrderRow, ProductRow } from './rows.ts'

/** Of what is sold: gains that come before more can be put into the reserve. */
const heldBackAtLeast = '0.1'

/**
 * AI-quant (product §2.9): a fund that published rules move. Bought and left at the unit value that is published next; what it gains comes
 * out of the reserve, what it loses goes there, and our share of a new high is inside the value.
 */
export const quantKind = (house: House): ProductKind => {
  const worked = { day: '', isTested: false }
  const gains = gainsReader()
  return {
    type: productType.quant,
    facts: (product) => ({
      rateKind: 'nav',
      ourShare: feeRate(product),
      exitRule: 'nextNav',
      unbondDays: 0,
      risks: ['navCanFall', 'rulesCanLose', 'reserveCanFallShort', 'houseCanFail'],
      backing: 'reserve',
    }),
    marketsOf: (product) => ruleOf(product).assets.map(({ symbol }) => symbol),
    heldBack: async (sql, { id, sold }, now) => larger(multiply(sold, heldBackAtLeast), await gains(sql, id, now)),
    shown: async (sql, products) => {
      const values = await newestUnitValues(
        sql,
        products.map(({ id }) => id),
      )
      return new Map(products.map((product) => [product.id, navOf(product, values.get(product.id))]))
    },
    offer: async (sql, product, { accountType, money = zero }, now) => {
      const newest = (await newestUnitValues(sql, [product.id])).get(product.id)
      refuseSilent(house, product, now)
      return {
        money: q8(money),
        weight: zero,
        // Whoever could still cancel when the units are theirs would keep what rose and give back what fell.
        startDay: boundFrom(now, accountType),
        terms: product.terms,
        lines: await linesOf(sql, product, money, newest),
        warnings: [
          { level: 'warn', key: 'navCanFall' },
          { level: 'warn', key: 'rulesCanLose' },
          { level: 'info', key: 'backTest' },
        ],
      }
    },
    starting: async (sql, { product_id, start_day, money }) => {
      const value = await unitValueFrom(sql, product_id, start_day as string)
      return value && { legs: [], units: unitsFor(money, value.nav), buyNav: value.nav }
    },
    leaving: async (sql, order, product, now, units) => {
      const nav = (await newestUnitValues(sql, [product.id])).get(product.id)?.nav ?? firstNav(product)
      return { fee: zero, money: unitsWorth(units ?? order.units ?? zero, nav), at: startOfDay(dayPlus(wireDay(now), 1)) }
    },
    ending: async (sql, order) => {
      const payout = await payoutOf(sql, order)
      return payout && endingOf(sql, order, payout)
    },
    worth: async (sql, orders, at) => {
      const values = await newestUnitValues(sql, [...new Set(orders.map(({ product_id }) => product_id))], at)
      return new Map(
        orders.map((order) => {
          const nav = values.get(order.product_id)?.nav
          return [order.id, nav && order.units ? unitsWorth(order.units, nav) : order.held]
        }),
      )
    },
    explainOrder: (order, sql) => explainFund(sql, order),
    work: async (own, now, mayEnd) => {
      const yesterday = dayPlus(wireDay(now), -1)
      if (worked.day !== yesterday || !worked.isTested) {
        const done = await workDays(own, worked.isTested)
        worked.isTested = done.isTested
        if (done.isKnown) worked.day = yesterday
      }
      if (await fixPayouts(own, now)) mayEnd()
    },
  }
}

async function workDays(house: House, isTested: boolean): Promise<{ isTested: boolean; isKnown: boolean }> {
  const products = await house.db.query<ProductRow>('select * from product where type = $1 order by id', [productType.quant])
  const done = { isTested: true, isKnown: true }
  for (const product of products) {
    if (!isTested && !(await writeBackTest(house, product))) done.isTested = false
    // The rules look back at what the back-test wrote.
    else if (!(await decideNavs(house, product))) done.isKnown = false
  }
  return done
}

const navOf = (product: ProductRow, newest: UnitValue | undefined) =>
  newest ? { nav: newest.nav, navDay: newest.day } : { nav: firstNav(product) }

/** Refuses feedStale {age} while a market that is open is silent: whoever knows its price elsewhere would buy at an old value. */
function refuseSilent({ market }: House, product: ProductRow, now: Instant): void {
  for (const { symbol } of ruleOf(product).assets) {
    if (!market.isOpen(symbol, now)) continue
    const quote = market.quote(symbol)
    if (!quote || quote.stale) throw new Refusal('feedStale', { age: quote ? Math.floor((now - quote.atMs) / 1000) : '—' })
  }
}

async function linesOf(sql: Sql, product: ProductRow, money: Decimal, newest: UnitValue | undefined): Promise<Line[]> {
  const nav = newest?.nav ?? firstNav(product)
  const worst = await worstMonth(sql, product.id)
  return [
    { key: 'nav', value: nav, unit: product.currency },
    { key: 'unitsNow', value: unitsFor(money, nav), unit: '' },
    { key: 'performanceFee', value: feeRate(product), unit: '' },
    ...(worst === undefined ? [] : [{ key: 'worstMonth', value: worst, unit: '' }]),
  ]
}

/** The cost leaves INVEST; the gain was set aside, the loss is the reserve's. In the DEMO book both are issued. */
async function endingOf(sql: Sql, order: ProductOrderRow, { units, cost, money }: Payout): Promise<Ending> {
  const { user_id: user, currency } = order
  const difference = q8(subtract(money, cost))
  const book = order.account_type as Book
  const isLoss = isNegative(difference)
  if (isLoss && book === books.real) await changeEarnReserve(sql, book, currency, negate(difference))
  const house: HouseBucket = book !== books.real ? 'ISSUE' : isLoss ? 'RESERVE_EARN' : 'FUND'
  const legs: Leg[] = [
    { user, currency, bucket: 'INVEST', amount: negate(cost), type: recordType.redemption },
    { user, currency, bucket: 'AVAIL', amount: money, type: recordType.redemption },
    { house, currency, amount: negate(difference) },
  ]
  const left = subtract(order.units ?? zero, units)
  return {
    legs: legs.filter(({ amount }) => !isZero(amount)),
    fee: zero,
    returned: money,
    ...(compare(left, zero) > 0 && { stays: { units: left } }),
  }
}
