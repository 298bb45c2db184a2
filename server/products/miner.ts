import type { Product } from '#contract/calls/products.ts'
import { book } from '#contract/constants.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import { productType } from '#contract/states.ts'
import { type Instant, wireDay } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { newestRecordedSec } from '#market/recordedPrices.ts'
import { multiply, q8, zero } from '#rules/decimal.ts'
import { dayPlus, startOfDay } from '#rules/serverDay.ts'
import { figure, input } from '../explained.ts'
import type { House } from '../house.ts'
import type { DayValue, Offer, ProductKind } from './kind.ts'
import { last30Of } from './last30.ts'
import { type MiningNumbers, miningNumbers, outputOf, termOf } from './minerDay.ts'
import { sellDue, sellingLegs } from './minerSale.ts'
import { minerLines, shownMiner } from './minerShown.ts'
import type { ProductRow } from './rows.ts'

/**
 * Mining machines (product §2.9): bought whole, the price does not come back; a day brings what the published hashprice gives less what the
 * power costs, never less than nothing. The price stays with the buyer until the cooling-off is over.
 */
export const minerKind = ({ market, config }: House): ProductKind => {
  const numbersNow = async (sql: Sql, product: ProductRow, now: Instant) => {
    const numbers = await miningNumbers(sql, market.feed, product, Math.floor(now / 1000))
    return numbers && hasPrice(numbers) ? numbers : undefined
  }
  return {
    type: productType.miner,
    facts: ({ terms }) => ({
      rateKind: 'output',
      exitRule: 'none',
      unbondDays: 0,
      risks: ['costNotReturned', 'outputCanStop', 'coinPriceCanFall', 'reserveCanFallShort', 'houseCanFail'],
      backing: terms['custodyDoc'] === undefined ? 'reserve' : 'custody',
    }),
    shown: async (sql, products, now) => {
      const known = await last30Of(
        sql,
        products.map(({ id }) => id),
      )
      const shown = new Map<string, Partial<Product>>()
      for (const product of products) {
        const numbers = await numbersNow(sql, product, now)
        shown.set(product.id, { last30: known.get(product.id) ?? null, ...(numbers && { miner: shownMiner(product, numbers) }) })
      }
      return shown
    },
    offer: async (sql, product, { accountType, num = 1 }, now): Promise<Offer> => {
      // Real money buys a machine only where a document shows that it is there.
      if (accountType === book.real && config.env === 'production' && product.terms['custodyDoc'] === undefined)
        throw new Refusal('productClosed')
      const numbers = await numbersNow(sql, product, now)
      if (!numbers) throw new Refusal('productClosed')
      const { lines, paysBack, isIdle } = minerLines(product, numbers, num)
      return {
        money: q8(multiply(product.min_money, String(num))),
        weight: asDecimal(String(num)),
        num,
        startDay: dayPlus(wireDay(now), 1),
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
      return numbers ? outputOf(product, numbers).gross : zero
    },
    leaving: async () => null,
    ending: async (_, order) => ({ legs: sellingLegs(order), fee: zero, returned: zero }),
    staysSold: true,
    explainDay: (order, _, { value, inputs }) => ({
      formula: 'mining',
      inputs: ['network', 'symbol', 'hashrate', 'powerW'].map((name) => input(name, termOf(order, name))),
      figures: figure('dayOutput', value, order.income_currency),
      records: inputs.flatMap(({ name, sec }, n) => {
        if (sec === null) return []
        return [{ use: ['hashprice', 'kwhPrice', 'coinPrice'][n] ?? name, symbol: name, sec }]
      }),
    }),
    work: sellDue,
  }
}

const hasPrice = (numbers: MiningNumbers): numbers is MiningNumbers & { coinPrice: Decimal } => numbers.coinPrice !== undefined

/**
 * What one machine brought. A day for which nothing was published, because nobody recorded it, is worked out from the newest numbers before
 * it: machines go on when our server does not.
 */
async function outputOfDay(sql: Sql, feed: string, product: ProductRow, day: string, isSilent: boolean): Promise<DayValue | undefined> {
  const begins = startOfDay(day) / 1000
  const ends = startOfDay(dayPlus(day, 1)) / 1000
  const numbers = await miningNumbers(sql, feed, product, begins)
  const isOfDay = numbers?.sinceSec === begins
  if (!isOfDay && !isSilent && (await newestRecordedSec(sql, feed)) < ends) return undefined
  if (!numbers) return { value: zero, inputs: [] }
  return { value: outputOf(product, numbers).net, inputs: numbers.inputs }
}
