import { sqlState } from '#db/database.ts'
import { Refusal } from '#contract/refusals.ts'
import { earnProductType, balanceRecordType } from '#contract/states.ts'
import type { AccountType, Leg } from '#ledger/ledger.ts'
import { lockWallet } from '#ledger/ledger.ts'
import { negate } from '#rules/decimal.ts'
import { addServerDays } from '#rules/serverDay.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext } from '../core/handlers.ts'
import { newRowId, newOrderNo } from '../core/ids.ts'
import { productPurchaseOfferCapUsage, type ProductPurchaseRequest, soldOutRefusal } from './request.ts'
import { assertEarnReserveCoversSale } from './coverage.ts'
import type { ProductKindsByType } from './kindOf.ts'
import { postProductOrderLegs } from './money.ts'
import {
  requireAllowedProductPurchaseOffer,
  confirmedProductTermsOf,
  isSameConfirmedProductTerms,
  previewProductPurchase,
  readProductConfirmToken,
} from './preview.ts'
import type { ProductOrderRow } from './rows.ts'
import {
  insertProductOrder,
  type NewProductOrder,
  readProductsByIds,
  type ProductWithSales,
  tryReserveProductSaleCapacity,
} from './store.ts'
import { notifyProductOrderBalances } from './notify.ts'

/**
 * Takes the money into INVEST and writes the order; it starts at its first day. Refuses confirmRequired (with a fresh preview) unless what
 * was shown is what is bought, soldOut {left}, insufficientBalance, and what `requireAllowedProductPurchaseOffer` refuses.
 */
export async function buyProduct(
  app: AppContext,
  kinds: ProductKindsByType,
  key: Buffer,
  ask: ProductPurchaseRequest & { acknowledge?: boolean | undefined },
  token: string | undefined,
  context: RequestContext,
): Promise<ProductOrderRow> {
  const { sql, visitor } = context
  const book = ask.accountType as AccountType
  await lockWallet(sql, visitor.userId, book)
  const at = app.clock.now()
  const { product, offer } = await requireAllowedProductPurchaseOffer(app, kinds, ask, context)
  const agreed = readProductConfirmToken(key, token, visitor.userId, ask, at)
  if (
    !agreed ||
    !isSameConfirmedProductTerms(agreed, confirmedProductTermsOf(product, offer)) ||
    (offer.needsAcknowledge && ask.acknowledge !== true)
  )
    throw new Refusal('confirmRequired', { preview: await previewProductPurchase(app, kinds, key, ask, context) })
  await assertEarnReserveCoversSale(sql, kinds, product, book, productPurchaseOfferCapUsage(offer), at, true)
  if (!(await tryReserveProductSaleCapacity(sql, product, book, productPurchaseOfferCapUsage(offer))))
    throw await nowSoldOut(context, product, book)
  const row: NewProductOrder = {
    id: newRowId(at),
    order_no: newOrderNo('PR', at),
    product_id: product.id,
    user_id: visitor.userId,
    account_type: book,
    type: product.type,
    currency: product.currency,
    income_currency: product.income_currency,
    money: offer.money,
    weight: offer.weight,
    num: offer.num ?? null,
    held: offer.money,
    start_day: offer.startDay,
    end_day: offer.startDay === null || product.days === 0 ? null : addServerDays(offer.startDay, product.days),
    days: product.days,
    terms: offer.terms,
    bought_ms: at,
  }
  const order = await insertProductOrder(sql, row).catch(closedMeanwhile)
  await postProductOrderLegs(sql, order, buyingLegs(order), at)
  await notifyProductOrderBalances(app, sql, order, context.afterCommit)
  return order
}

/** A project that began, or failed, while this waited for its turn. */
function closedMeanwhile(error: unknown): never {
  throw sqlState(error) === 'FL002' ? new Refusal('productClosed') : error
}

/** Somebody else was quicker: the refusal says what is left now. */
async function nowSoldOut({ sql }: RequestContext, { id }: ProductWithSales, book: AccountType): Promise<Refusal> {
  const [now] = await readProductsByIds(sql, book, [id])
  return now ? soldOutRefusal(now) : new Refusal('notFound')
}

function buyingLegs({ user_id: user, currency, money, type: product }: ProductOrderRow): Leg[] {
  const type = product === earnProductType.miner ? balanceRecordType.minerBuy : balanceRecordType.productBuy
  return [
    { user, currency, bucket: 'AVAIL', amount: negate(money), type },
    { user, currency, bucket: 'INVEST', amount: money, type },
  ]
}
