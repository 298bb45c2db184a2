import type { EarnProduct } from '#contract/calls/products.ts'
import { accountTypes } from '#contract/constants.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import { earnProductType } from '#contract/states.ts'
import { type Instant, serverDayAt } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { readNewestRecordedSec } from '#market/record/recordedPrices.ts'
import { multiply, q8, zero } from '#rules/decimal.ts'
import { addServerDays, startOfServerDay } from '#rules/serverDay.ts'
import { zeroOrOneSettlementFigure, settlementInput } from '../../orders/explainer.ts'
import type { AppContext } from '../../core/appContext.ts'
import type { ProductDayValue, ProductPurchaseOffer, ProductKind } from '../kind.ts'
import { readProductLast30DayStats } from '../last30.ts'
import { type MinerDayInputs, readMinerDayInputsAt, minerDayOutputOf, requireMinerTerm } from './minerDay.ts'
import { completeDueMinerSales, minerSaleLegs } from './minerSale.ts'
import { minerPurchaseFigures, serializeMiner } from './serializeMiner.ts'
import type { ProductRow } from '../rows.ts'

/**
 * Mining machines (docs/rules/earn.md): bought whole, the price does not come back; a day brings what the published hashprice gives less what the
 * power costs, never less than nothing. The price stays with the buyer until the cooling-off is over.
 */
export const createMinerProductKind = ({ market, config }: AppContext): ProductKind => {
  const numbersNow = async (sql: Sql, product: ProductRow, now: Instant) => {
    const numbers = await readMinerDayInputsAt(sql, market.feed, product, Math.floor(now / 1000))
    return numbers && hasPrice(numbers) ? numbers : undefined
  }
  return {
    type: earnProductType.miner,
    facts: ({ terms }) => ({
      rateKind: 'output',
      exitRule: 'none',
      unbondDays: 0,
      risks: ['costNotReturned', 'outputCanStop', 'coinPriceCanFall', 'reserveCanFallShort', 'houseCanFail'],
      backing: terms['custodyDoc'] === undefined ? 'reserve' : 'custody',
    }),
    serialize: async (sql, products, now) => {
      const known = await readProductLast30DayStats(
        sql,
        products.map(({ id }) => id),
      )
      const fields = new Map<string, Partial<EarnProduct>>()
      for (const product of products) {
        const numbers = await numbersNow(sql, product, now)
        fields.set(product.id, { last30: known.get(product.id) ?? null, ...(numbers && { miner: serializeMiner(product, numbers) }) })
      }
      return fields
    },
    offer: async (sql, product, { accountType, num = 1 }, now): Promise<ProductPurchaseOffer> => {
      // Real money buys a machine only where a document shows that it is there.
      if (accountType === accountTypes.real && config.env === 'production' && product.terms['custodyDoc'] === undefined)
        throw new Refusal('productClosed')
      const numbers = await numbersNow(sql, product, now)
      if (!numbers) throw new Refusal('productClosed')
      const { lines, paysBack, isIdle } = minerPurchaseFigures(product, numbers, num)
      return {
        money: q8(multiply(product.min_money, String(num))),
        weight: asDecimal(String(num)),
        num,
        startDay: addServerDays(serverDayAt(now), 1),
        terms: product.terms,
        lines,
        warnings: [
          { level: 'warn', key: 'costNotReturned' },
          ...(isIdle ? [{ level: 'warn' as const, key: 'idleNow' }] : []),
          ...(paysBack ? [] : [{ level: 'warn' as const, key: 'doesNotPayBack' }]),
          { level: 'info', key: 'outputCanStop' },
        ],
        needsAcknowledge: !paysBack,
      }
    },
    dayValue: (sql, product, day, _, isSilent) => outputOfDay(sql, market.feed, product, day, isSilent),
    mostPerDay: async (sql, product, now): Promise<Decimal> => {
      const numbers = await numbersNow(sql, product, now)
      return numbers ? minerDayOutputOf(product, numbers).gross : zero
    },
    leaving: async () => null,
    ending: async (_, order) => ({ legs: minerSaleLegs(order), fee: zero, returned: zero }),
    staysSold: true,
    explainDay: (order, _, { value, inputs }) => ({
      formula: 'mining',
      inputs: ['network', 'symbol', 'hashrate', 'powerW'].map((name) => settlementInput(name, requireMinerTerm(order, name))),
      figures: zeroOrOneSettlementFigure('dayOutput', value, order.income_currency),
      records: inputs.flatMap(({ name, sec }, n) => {
        if (sec === null) return []
        return [{ use: ['hashprice', 'kwhPrice', 'coinPrice'][n] ?? name, symbol: name, sec }]
      }),
    }),
    work: completeDueMinerSales,
  }
}

const hasPrice = (numbers: MinerDayInputs): numbers is MinerDayInputs & { coinPrice: Decimal } => numbers.coinPrice !== undefined

/**
 * What one machine brought. A day for which nothing was published, because nobody recorded it, is worked out from the newest numbers before
 * it: machines go on when our server does not.
 */
async function outputOfDay(
  sql: Sql,
  feed: string,
  product: ProductRow,
  day: string,
  isSilent: boolean,
): Promise<ProductDayValue | undefined> {
  const begins = startOfServerDay(day) / 1000
  const ends = startOfServerDay(addServerDays(day, 1)) / 1000
  const numbers = await readMinerDayInputsAt(sql, feed, product, begins)
  const isOfDay = numbers?.sinceSec === begins
  if (!isOfDay && !isSilent && (await readNewestRecordedSec(sql, feed)) < ends) return undefined
  if (!numbers) return { value: zero, inputs: [] }
  return { value: minerDayOutputOf(product, numbers).net, inputs: numbers.inputs }
}
