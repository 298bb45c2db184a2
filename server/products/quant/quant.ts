import { accountTypes } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import { earnProductType, balanceRecordType } from '#contract/states.ts'
import { type Instant, serverDayAt } from '#contract/time.ts'
import { adjustEarnReserveRow } from '#ledger/earnReserve.ts'
import type { AccountType, HouseBucket, Leg } from '#ledger/ledger.ts'
import type { Sql } from '#db/database.ts'
import { assertMarketNotHalted } from '#market/halts.ts'
import { compareDecimals, isNegative, isZero, largerDecimal, multiply, negate, q8, subtract, zero } from '#rules/decimal.ts'
import { fundUnitsForMoney, fundUnitsValue } from '#rules/earn/fundUnits.ts'
import { addServerDays, startOfServerDay } from '#rules/serverDay.ts'
import type { AppContext } from '../../core/appContext.ts'
import { earliestProductStartDay } from '../cooling.ts'
import type { ProductOrderEnding, ProductPreviewLine, ProductKind } from '../kind.ts'
import { explainFundOrder } from './quantExplain.ts'
import { tryWriteFundBackTest } from './quantBackTest.ts'
import { createFundUnrealizedGainsReader } from './quantGains.ts'
import { recordDueFundNavs, fundPerformanceFeeRate, initialFundNav, fundRuleOf } from './quantNav.ts'
import { recordDueFundExitPayouts, readFundExitPayout } from './quantPayouts.ts'
import type { FundExitPayout } from './quantShares.ts'
import { readNewestFundUnitValues, readFirstFundUnitValueFromDay, type FundUnitValue, readWorstFund30DayReturn } from './quantUnits.ts'
import type { ProductOrderRow, ProductRow } from '../rows.ts'

/** Of what is sold: gains that come before more can be put into the reserve. */
const heldBackAtLeast = '0.1'

/**
 * AI-quant (docs/rules/earn.md): a fund that published rules move. Bought and left at the unit value that is published next; what it gains comes
 * out of the reserve, what it loses goes there, and our share of a new high is inside the value.
 */
export const createQuantProductKind = (app: AppContext): ProductKind => {
  const worked = { day: '', isTested: false }
  const gains = createFundUnrealizedGainsReader()
  return {
    type: earnProductType.quant,
    facts: (product) => ({
      rateKind: 'nav',
      ourShare: fundPerformanceFeeRate(product),
      exitRule: 'nextNav',
      unbondDays: 0,
      risks: ['navCanFall', 'rulesCanLose', 'reserveCanFallShort', 'houseCanFail'],
      backing: 'reserve',
    }),
    marketsOf: (product) => fundRuleOf(product).assets.map(({ symbol }) => symbol),
    heldBack: async (sql, { id, sold }, now) => largerDecimal(multiply(sold, heldBackAtLeast), await gains(sql, id, now)),
    serialize: async (sql, products) => {
      const values = await readNewestFundUnitValues(
        sql,
        products.map(({ id }) => id),
      )
      return new Map(products.map((product) => [product.id, navOf(product, values.get(product.id))]))
    },
    offer: async (sql, product, { accountType, money = zero }, now) => {
      const newest = (await readNewestFundUnitValues(sql, [product.id])).get(product.id)
      await refuseUnpriced(app, sql, product, now)
      return {
        money: q8(money),
        weight: zero,
        // Whoever could still cancel when the units are theirs would keep what rose and give back what fell.
        startDay: earliestProductStartDay(now, accountType),
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
      const value = await readFirstFundUnitValueFromDay(sql, product_id, start_day as string)
      return value && { legs: [], units: fundUnitsForMoney(money, value.nav), buyNav: value.nav }
    },
    leaving: async (sql, order, product, now, units) => {
      const nav = (await readNewestFundUnitValues(sql, [product.id])).get(product.id)?.nav ?? initialFundNav(product)
      return {
        fee: zero,
        money: fundUnitsValue(units ?? order.units ?? zero, nav),
        at: startOfServerDay(addServerDays(serverDayAt(now), 1)),
      }
    },
    ending: async (sql, order) => {
      const payout = await readFundExitPayout(sql, order)
      return payout && endingOf(sql, order, payout)
    },
    usdtValues: valueOfUnits,
    explainOrder: (order, sql) => explainFundOrder(sql, order),
    work: async (own, now, mayEnd) => {
      const yesterday = addServerDays(serverDayAt(now), -1)
      if (worked.day !== yesterday || !worked.isTested) {
        const done = await workDays(own, worked.isTested)
        worked.isTested = done.isTested
        if (done.isKnown) worked.day = yesterday
      }
      if (await recordDueFundExitPayouts(own, now)) mayEnd()
    },
  }
}

/** Orders at the unit values that held then; what has no units yet is what was paid. */
const valueOfUnits: NonNullable<ProductKind['usdtValues']> = async (sql, orders, at) => {
  const values = await readNewestFundUnitValues(sql, [...new Set(orders.map(({ product_id }) => product_id))], at)
  return new Map(
    orders.map((order) => {
      const nav = values.get(order.product_id)?.nav
      return [order.id, nav && order.units ? fundUnitsValue(order.units, nav) : order.held]
    }),
  )
}

async function workDays(app: AppContext, isTested: boolean): Promise<{ isTested: boolean; isKnown: boolean }> {
  const products = await app.db.query<ProductRow>('select * from product where type = $1 order by id', [earnProductType.quant])
  const done = { isTested: true, isKnown: true }
  for (const product of products) {
    if (!isTested && !(await tryWriteFundBackTest(app, product))) done.isTested = false
    // The rules look back at what the back-test wrote.
    else if (!(await recordDueFundNavs(app, product))) done.isKnown = false
  }
  return done
}

const navOf = (product: ProductRow, newest: FundUnitValue | undefined) =>
  newest ? { nav: newest.nav, navDay: newest.day } : { nav: initialFundNav(product) }

/**
 * Refuses symbolHalted for a halted market, and feedStale {age} while one that is open is silent: whoever knows its price elsewhere would buy
 * at an old value.
 */
async function refuseUnpriced({ market }: AppContext, sql: Sql, product: ProductRow, now: Instant): Promise<void> {
  for (const { symbol } of fundRuleOf(product).assets) {
    await assertMarketNotHalted(sql, symbol)
    if (!market.isOpen(symbol, now)) continue
    const quote = market.quote(symbol)
    if (!quote || quote.stale) throw new Refusal('feedStale', { age: quote ? Math.floor((now - quote.atMs) / 1000) : '—' })
  }
}

async function linesOf(sql: Sql, product: ProductRow, money: Decimal, newest: FundUnitValue | undefined): Promise<ProductPreviewLine[]> {
  const nav = newest?.nav ?? initialFundNav(product)
  const worst = await readWorstFund30DayReturn(sql, product.id)
  return [
    { key: 'nav', value: nav, unit: product.currency },
    { key: 'unitsNow', value: fundUnitsForMoney(money, nav), unit: '' },
    { key: 'performanceFee', value: fundPerformanceFeeRate(product), unit: '' },
    ...(worst === undefined ? [] : [{ key: 'worstMonth', value: worst, unit: '' }]),
  ]
}

/** The cost leaves INVEST; the gain was set aside, the loss is the reserve's. In the DEMO book both are issued. */
async function endingOf(sql: Sql, order: ProductOrderRow, { units, cost, money }: FundExitPayout): Promise<ProductOrderEnding> {
  const { user_id: user, currency } = order
  const difference = q8(subtract(money, cost))
  const book = order.account_type as AccountType
  const isLoss = isNegative(difference)
  if (isLoss && book === accountTypes.real) await adjustEarnReserveRow(sql, book, currency, negate(difference))
  const houseBucket: HouseBucket = book !== accountTypes.real ? 'ISSUE' : isLoss ? 'RESERVE_EARN' : 'FUND'
  const legs: Leg[] = [
    { user, currency, bucket: 'INVEST', amount: negate(cost), type: balanceRecordType.redemption },
    { user, currency, bucket: 'AVAIL', amount: money, type: balanceRecordType.redemption },
    { house: houseBucket, currency, amount: negate(difference) },
  ]
  const left = subtract(order.units ?? zero, units)
  return {
    legs: legs.filter(({ amount }) => !isZero(amount)),
    fee: zero,
    returned: money,
    ...(compareDecimals(left, zero) > 0 && { stays: { units: left } }),
  }
}
