import type { MinerAsk, MinerPreview, ProductAsk, ProductOrder, ProductPreview } from '#contract/calls/products.ts'
import { book } from '#contract/constants.ts'
import { Refusal } from '#contract/refusals.ts'
import type { ProductType } from '#contract/states.ts'
import { asInstant, type Instant } from '#contract/time.ts'
import type * as z from 'zod/mini'
import { requireOnPurchase } from '#account/askOnPurchases.ts'
import type { Sql } from '#db/database.ts'
import { truncate } from '#rules/decimal.ts'
import type { House } from '../house.ts'
import type { Asking, Handlers } from '../http/handlers.ts'
import { isRowId } from '../ids.ts'
import { signingKey } from '../signedText.ts'
import type { Ask } from './ask.ts'
import { buy } from './buy.ts'
import { daysOf, incomesPage } from './history.ts'
import type { ProductKinds } from './kindOf.ts'
import { cancel, exit } from './leave.ts'
import { toOrders } from './order.ts'
import { makePreview } from './preview.ts'
import { plain, toProducts } from './product.ts'
import type { ProductOrderRow } from './rows.ts'
import { statOf } from './stat.ts'
import { ordersPage, ownOrder, productsById, productsOf } from './store.ts'

/** The signing key, read once. */
function keyOf() {
  let key: Buffer | undefined
  return async (sql: Sql) => (key ??= await signingKey(sql))
}

const pageOf = <T>(records: T[], total: number, { pageNo, pageSize }: { pageNo: number; pageSize: number }) => ({
  records,
  total,
  size: pageSize,
  current: pageNo,
  pages: Math.ceil(total / pageSize),
})

type Buying = Ask & { acknowledge?: boolean | undefined; confirmToken?: string | undefined; safePassword?: string | undefined }

/** Earn products (product §1.4, §2.9). Both books. */
export function productsHandlers(house: House, kinds: ProductKinds): Handlers<'products'> {
  const ourKey = keyOf()
  const shown = async (row: ProductOrderRow, { sql, lang }: Asking, now: Instant): Promise<ProductOrder> =>
    (await toOrders(kinds, sql, [row], now, lang))[0] as ProductOrder
  const bought = async ({ confirmToken, safePassword, ...ask }: Buying, asking: Asking): Promise<ProductOrderRow> => {
    // Before the wallet is locked: a slow hash is compared.
    await requireOnPurchase(asking.sql, asking.visitor.userId, safePassword, house, house.clock.now())
    return buy(house, kinds, await ourKey(asking.sql), ask, confirmToken, asking)
  }
  return {
    products: async ({ pageNo, pageSize, type, currency, status, accountType }, { sql, lang, now }) => {
      const types = type === undefined ? [...kinds.keys()] : kinds.has(type as ProductType) ? [type] : []
      const rows = (await productsOf(sql, accountType, types)).filter((row) => currency === undefined || row.currency === currency)
      const all = (await toProducts(house, kinds, sql, rows, now, lang)).filter((one) => status === undefined || one.status === status)
      const from = (pageNo - 1) * pageSize
      return pageOf(all.slice(from, from + pageSize), all.length, { pageNo, pageSize })
    },
    product: async ({ id, accountType }, { sql, lang, now }) => {
      const rows = await productsById(sql, accountType, [id])
      const [product] = await toProducts(
        house,
        kinds,
        sql,
        rows.filter(({ type }) => kinds.has(type)),
        now,
        lang,
      )
      if (!product) throw new Refusal('notFound')
      return product
    },
    productDays: async ({ id, days, accountType }, { sql }) => {
      const [product] = await productsById(sql, book.real, [id])
      if (!product || !kinds.has(product.type)) throw new Refusal('notFound')
      return daysOf(sql, id, accountType, days)
    },
    productOrders: async ({ pageNo, pageSize, accountType, type, status }, { sql, visitor, lang, now }) => {
      const { rows, total } = await ordersPage(sql, {
        userId: visitor.userId,
        accountType,
        types: type?.map((text) => numberIn(text, 'type', 1, 5)),
        statuses: status?.map((text) => numberIn(text, 'status', 0, 6)),
        limit: pageSize,
        offset: (pageNo - 1) * pageSize,
      })
      return pageOf(await toOrders(kinds, sql, rows, now, lang), total, { pageNo, pageSize })
    },
    productOrder: async ({ id }, asking) => shown(await owned(asking, id), asking, asking.now),
    productOrderStat: ({ type, accountType }, { sql, visitor, now }) =>
      statOf(
        house,
        sql,
        visitor.userId,
        accountType,
        type?.map((text) => numberIn(text, 'type', 1, 5)),
        now,
      ),
    buyProduct: async (asked, asking) => shown(await bought(asked, asking), asking, house.clock.now()),
    buyMiner: async (asked, asking) => shown(await bought(asked, asking), asking, house.clock.now()),
    cancelProductOrder: async ({ id }, asking) => shown(await cancel(house, kinds, id, asking), asking, house.clock.now()),
    exitProductOrder: async (asked, asking) => shown(await exit(house, kinds, asked, asking), asking, house.clock.now()),
    productIncomes: async ({ id, pageNo, pageSize }, asking) => {
      const order = await owned(asking, id)
      const { rows, total } = await incomesPage(asking.sql, id, pageSize, (pageNo - 1) * pageSize)
      const records = rows.map(({ day, basis, paid, amount, at_ms }) => ({
        id: `${id}-${day}`,
        day,
        basis: plain(truncate(basis, 18)),
        paid: plain(truncate(paid, 18)),
        amount,
        currency: order.income_currency,
        time: asInstant(Number(at_ms)),
      }))
      return pageOf(records, total, { pageNo, pageSize })
    },
  }
}

async function owned({ sql, visitor }: Asking, id: string): Promise<ProductOrderRow> {
  const row = isRowId(id) ? await ownOrder(sql, id, visitor.userId) : undefined
  if (!row) throw new Refusal('notFound')
  return row
}

/** The previews that trading shows for products and machines (product §1.11). */
export function productPreviews(house: House, kinds: ProductKinds) {
  const ourKey = keyOf()
  return {
    product: async (ask: z.output<typeof ProductAsk>, asking: Asking): Promise<ProductPreview> =>
      (await makePreview(house, kinds, await ourKey(asking.sql), ask, asking)) as ProductPreview,
    miner: async ({ acknowledge: _, ...ask }: z.output<typeof MinerAsk>, asking: Asking): Promise<MinerPreview> =>
      (await makePreview(house, kinds, await ourKey(asking.sql), ask, asking)) as MinerPreview,
  }
}

function numberIn(text: string, field: string, least: number, most: number): number {
  const value = Number(text)
  if (!/^\d$/.test(text) || value < least || value > most) throw new Refusal('validation', { field, rule: `${least} to ${most}` })
  return value
}
