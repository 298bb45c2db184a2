import * as z from 'zod/mini'
import { read, write } from '../call.ts'
import { slippageDefaultBps, slippageMaxBps } from '../constants.ts'
import { decimal, positiveInput } from '../decimalSchema.ts'
import { intParam, page, paging } from '../page.ts'
import { feedMode } from '../states.ts'
import { milliseconds, time } from '../timeSchema.ts'
import { accountType, wallet } from './wallet.ts'

/** A market order for coins; exactly one of quantity (coins) and money (USDT: all that is spent, or what is sold before the fee). */
const order = {
  accountType,
  posType: z.literal(1),
  symbol: z.string().check(z.maxLength(20)),
  /** 1 buy, 2 sell. */
  direction: intParam(1, 2),
  orderType: z.literal(1),
  slippageBps: z._default(intParam(1, slippageMaxBps), slippageDefaultBps),
  quantity: z.optional(positiveInput),
  money: z.optional(positiveInput),
}
export const SpotAsked = z.object(order)
export type SpotAsked = z.output<typeof SpotAsked>

/** Price in USDT for one coin, on the tick. `give` leaves the balance, `get` comes. */
const fill = {
  symbol: z.string(),
  base: z.string(),
  direction: z.int(),
  price: decimal,
  quantity: decimal,
  notional: decimal,
  fee: decimal,
  feeRate: decimal,
  give: decimal,
  get: decimal,
}

export const SpotPreview = z.object({ ...fill, feedMode: z.enum(feedMode), confirmToken: z.string(), expireAt: milliseconds })
export type SpotPreview = z.output<typeof SpotPreview>

/** A filled order: market orders are filled whole at once, so there is no other status than 3. `sec` is the price record's second. */
export const SpotOrder = z.object({
  id: z.string(),
  orderNo: z.string(),
  accountType: z.int(),
  posType: z.int(),
  orderType: z.int(),
  ...fill,
  sec: z.int(),
  status: z.int(),
  createTime: time,
})
export type SpotOrder = z.output<typeof SpotOrder>

const ordersPath = '/api/trade/spot/listMy'

/** Ours: the paths of positions answer for contracts; a spot order is over when it is made (product §2.3). */
export const spot = {
  preview: write('/api/trade/spot/preview', { access: 'signedIn', body: SpotAsked, reply: SpotPreview }),
  order: write('/api/trade/spot/create', {
    access: 'signedIn',
    once: true,
    body: z.object({ ...order, confirmToken: z.optional(z.string().check(z.maxLength(4000))) }),
    reply: SpotOrder,
    touches: [ordersPath, wallet.balances.path, wallet.assets.path, wallet.balanceRecords.path],
  }),
  orders: read(ordersPath, {
    access: 'signedIn',
    params: z.object({ ...paging, accountType: z._default(accountType, 1) }),
    reply: page(SpotOrder),
    kept: 'page',
  }),
}
