import { sqlState } from '#db/database.ts'
import { Refusal } from '#contract/refusals.ts'
import { productType, recordType } from '#contract/states.ts'
import type { Book, Leg } from '#ledger/ledger.ts'
import { lockWallet } from '#ledger/ledger.ts'
import { negate } from '#rules/decimal.ts'
import { dayPlus } from '#rules/serverDay.ts'
import type { House } from '../house.ts'
import type { Asking } from '../http/handlers.ts'
import { newId, newOrderNo } from '../ids.ts'
import { amountOf, type Ask, soldOut } from './ask.ts'
import { refuseUnfunded } from './coverage.ts'
import type { ProductKinds } from './kindOf.ts'
import { postOrder } from './money.ts'
import { admitAsk, agreedOf, isSame, makePreview, readAgreed } from './preview.ts'
import type { ProductOrderRow } from './rows.ts'
import { insertOrder, type NewOrder, productsById, type SoldRow, takeSold } from './store.ts'
import { tellMoney } from './tell.ts'

/**
 * Takes the money into INVEST and writes the order; it starts at its first day. Refuses confirmRequired (with a fresh preview) unless what
 * was shown is what is bought, soldOut {left}, insufficientBalance, and what readAsk and the gate refuse.
 */
export async function buy(
  house: House,
  kinds: ProductKinds,
  key: Buffer,
  ask: Ask & { acknowledge?: boolean | undefined },
  token: string | undefined,
  asking: Asking,
): Promise<ProductOrderRow> {
  const { sql, visitor } = asking
  const book = ask.accountType as Book
  await lockWallet(sql, visitor.userId, book)
  const at = house.clock.now()
  const { product, offer } = await admitAsk(house, kinds, ask, asking)
  const agreed = readAgreed(key, token, visitor.userId, ask, at)
  if (!agreed || !isSame(agreed, agreedOf(product, offer)) || (offer.needsAcknowledge && ask.acknowledge !== true))
    throw new Refusal('confirmRequired', { preview: await makePreview(house, kinds, key, ask, asking) })
  await refuseUnfunded(sql, kinds, product, book, amountOf(offer), at, true)
  if (!(await takeSold(sql, product, book, amountOf(offer)))) throw await nowSoldOut(asking, product, book)
  const row: NewOrder = {
    id: newId(at),
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
    end_day: offer.startDay === null || product.days === 0 ? null : dayPlus(offer.startDay, product.days),
    days: product.days,
    terms: offer.terms,
    bought_ms: at,
  }
  const order = await insertOrder(sql, row).catch(closedMeanwhile)
  await postOrder(sql, order, buyingLegs(order), at)
  await tellMoney(house, sql, order, asking.afterCommit)
  return order
}

/** A project that began, or failed, while this waited for its turn. */
function closedMeanwhile(error: unknown): never {
  throw sqlState(error) === 'FL002' ? new Refusal('productClosed') : error
}

/** Somebody else was quicker: the refusal says what is left now. */
async function nowSoldOut({ sql }: Asking, { id }: SoldRow, book: Book): Promise<Refusal> {
  const [now] = await productsById(sql, book, [id])
  return now ? soldOut(now) : new Refusal('notFound')
}

function buyingLegs({ user_id: user, currency, money, type: product }: ProductOrderRow): Leg[] {
  const type = product === productType.miner ? recordType.minerBuy : recordType.productBuy
  return [
    { user, currency, bucket: 'AVAIL', amount: negate(money), type },
    { user, currency, bucket: 'INVEST', amount: money, type },
  ]
}
