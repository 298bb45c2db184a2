import type {
  MiningMachineOrderRequest,
  MiningMachineOrderPreview,
  EarnProductOrderRequest,
  ProductOrder,
  EarnProductOrderPreview,
} from '#contract/calls/products.ts'
import { accountTypes } from '#contract/constants.ts'
import { asDecimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import type { EarnProductType } from '#contract/states.ts'
import { asInstant, type Instant } from '#contract/time.ts'
import type * as z from 'zod/mini'
import { requirePurchasePasswordIfEnabled } from '#account/setPurchasePassword.ts'
import type { Sql } from '#db/database.ts'
import { truncate } from '#rules/decimal.ts'
import type { HelpArticleReader } from '../core/articleSections.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext, CallHandlers } from '../core/handlers.ts'
import { isRowId } from '../core/ids.ts'
import { readClaimsTokenKey } from '../core/signedText.ts'
import { productRateFields } from '../terms/termsOfRelease.ts'
import type { ProductPurchaseRequest } from './request.ts'
import { buyProduct } from './buy.ts'
import { readProductDays, productOrderIncomesPage } from './history.ts'
import type { ProductKindsByType } from './kindOf.ts'
import { cancelProductOrder, requestProductOrderExit } from './redeem.ts'
import { serializeProductOrders } from './order.ts'
import { previewProductPurchase } from './preview.ts'
import { trimDatabaseNumberZeros } from './plain.ts'
import { serializeProducts } from './product.ts'
import type { ProductOrderRow } from './rows.ts'
import { helpArticleIdByProductType } from './texts.ts'
import { readProductOrderStats } from './stat.ts'
import { productOrdersPage, findOwnProductOrder, readProductsByIds, readProductsOfTypes } from './store.ts'

/** So many days come with one product, and with one order. */
const detailDays = 30

/** The signing key, read once. */
function keyOf() {
  let key: Buffer | undefined
  return async (sql: Sql) => (key ??= await readClaimsTokenKey(sql))
}

const pageOf = <T>(records: T[], total: number, { pageNo, pageSize }: { pageNo: number; pageSize: number }) => ({
  records,
  total,
  size: pageSize,
  current: pageNo,
  pages: Math.ceil(total / pageSize),
})

type Buying = ProductPurchaseRequest & {
  acknowledge?: boolean | undefined
  confirmToken?: string | undefined
  safePassword?: string | undefined
}

/** Earn products (docs/rules/earn.md). Both books. `articles` answers what people ask about them. */
export function productsHandlers(app: AppContext, kinds: ProductKindsByType, articles: HelpArticleReader): CallHandlers<'products'> {
  const ourKey = keyOf()
  const serialize = async (row: ProductOrderRow, { sql, lang }: RequestContext, now: Instant): Promise<ProductOrder> =>
    (await serializeProductOrders(kinds, sql, [row], now, lang))[0] as ProductOrder
  const bought = async ({ confirmToken, safePassword, ...ask }: Buying, context: RequestContext): Promise<ProductOrderRow> => {
    // Before the wallet is locked: a slow hash is compared.
    await requirePurchasePasswordIfEnabled(context.sql, context.visitor.userId, safePassword, app, app.clock.now())
    return buyProduct(app, kinds, await ourKey(context.sql), ask, confirmToken, context)
  }
  return {
    products: async ({ pageNo, pageSize, type, currency, status, accountType }, { sql, lang, now }) => {
      const types = type === undefined ? [...kinds.keys()] : kinds.has(type as EarnProductType) ? [type] : []
      const rows = (await readProductsOfTypes(sql, accountType, types)).filter((row) => currency === undefined || row.currency === currency)
      const all = (await serializeProducts(app, kinds, sql, rows, now, lang)).filter(
        (product) => status === undefined || product.status === status,
      )
      const from = (pageNo - 1) * pageSize
      return pageOf(all.slice(from, from + pageSize), all.length, { pageNo, pageSize })
    },
    product: detailOf(app, kinds, articles),
    productDays: async ({ id, days, accountType }, { sql }) => {
      const [product] = await readProductsByIds(sql, accountTypes.real, [id])
      if (!product || !kinds.has(product.type)) throw new Refusal('notFound')
      return readProductDays(sql, id, accountType, days)
    },
    productOrders: async ({ pageNo, pageSize, accountType, type, status }, { sql, visitor, lang, now }) => {
      const { rows, total } = await productOrdersPage(sql, {
        userId: visitor.userId,
        accountType,
        types: type?.map((text) => numberIn(text, 'type', 1, 5)),
        statuses: status?.map((text) => numberIn(text, 'status', 0, 6)),
        limit: pageSize,
        offset: (pageNo - 1) * pageSize,
      })
      return pageOf(await serializeProductOrders(kinds, sql, rows, now, lang), total, { pageNo, pageSize })
    },
    productOrder: async ({ id }, context) => {
      const row = await owned(context, id)
      return { ...(await serialize(row, context, context.now)), incomes: (await incomesOf(context.sql, row, detailDays)).records }
    },
    productOrderStat: ({ type, accountType }, { sql, visitor, now }) =>
      readProductOrderStats(
        app,
        sql,
        visitor.userId,
        accountType,
        type?.map((text) => numberIn(text, 'type', 1, 5)),
        now,
      ),
    buyProduct: async (input, context) => serialize(await bought(input, context), context, app.clock.now()),
    buyMiner: async (input, context) => serialize(await bought(input, context), context, app.clock.now()),
    cancelProductOrder: async ({ id }, context) => serialize(await cancelProductOrder(app, kinds, id, context), context, app.clock.now()),
    exitProductOrder: async (input, context) =>
      serialize(await requestProductOrderExit(app, kinds, input, context), context, app.clock.now()),
    productIncomes: async ({ id, pageNo, pageSize }, context) => {
      const { records, total } = await incomesOf(context.sql, await owned(context, id), pageSize, (pageNo - 1) * pageSize)
      return pageOf(records, total, { pageNo, pageSize })
    },
  }
}

/** One product with its terms, what people ask about it, and its last days. */
const detailOf =
  (app: AppContext, kinds: ProductKindsByType, articles: HelpArticleReader): CallHandlers<'products'>['product'] =>
  async ({ id, accountType }, { sql, lang, now }) => {
    const rows = await readProductsByIds(sql, accountType, [id])
    const [product] = await serializeProducts(
      app,
      kinds,
      sql,
      rows.filter(({ type }) => kinds.has(type)),
      now,
      lang,
    )
    const [row] = rows
    if (!product || !row) throw new Refusal('notFound')
    return {
      ...product,
      terms: productRateFields.flatMap((name) =>
        row.terms[name] === undefined ? [] : [{ name, value: trimDatabaseNumberZeros(asDecimal(row.terms[name])) }],
      ),
      faq: await articles.sectionsOf(sql, helpArticleIdByProductType[row.type] ?? '', lang),
      incomeHistory: await readProductDays(sql, id, accountType, detailDays),
    }
  }

/** What came in for an order, newest day first. */
async function incomesOf(sql: Sql, { id, income_currency: currency }: ProductOrderRow, limit: number, offset = 0) {
  const { rows, total } = await productOrderIncomesPage(sql, id, limit, offset)
  const records = rows.map(({ day, basis, paid, amount, at_ms }) => ({
    id: `${id}-${day}`,
    day,
    basis: trimDatabaseNumberZeros(truncate(basis, 18)),
    paid: trimDatabaseNumberZeros(truncate(paid, 18)),
    amount,
    currency,
    time: asInstant(Number(at_ms)),
  }))
  return { records, total }
}

async function owned({ sql, visitor }: RequestContext, id: string): Promise<ProductOrderRow> {
  const row = isRowId(id) ? await findOwnProductOrder(sql, id, visitor.userId) : undefined
  if (!row) throw new Refusal('notFound')
  return row
}

/** The previews that trading shows for products and machines (docs/rules/wire.md). */
export function createProductPreviewers(app: AppContext, kinds: ProductKindsByType) {
  const ourKey = keyOf()
  return {
    product: async (ask: z.output<typeof EarnProductOrderRequest>, context: RequestContext): Promise<EarnProductOrderPreview> =>
      (await previewProductPurchase(app, kinds, await ourKey(context.sql), ask, context)) as EarnProductOrderPreview,
    miner: async (
      { acknowledge: _, ...ask }: z.output<typeof MiningMachineOrderRequest>,
      context: RequestContext,
    ): Promise<MiningMachineOrderPreview> =>
      (await previewProductPurchase(app, kinds, await ourKey(context.sql), ask, context)) as MiningMachineOrderPreview,
  }
}

function numberIn(text: string, field: string, least: number, most: number): number {
  const value = Number(text)
  if (!/^\d$/.test(text) || value < least || value > most) throw new Refusal('validation', { field, rule: `${least} to ${most}` })
  return value
}
