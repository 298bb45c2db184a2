import * as z from 'zod/mini'
import { read } from '../call.ts'
import { decimal } from '../decimalSchema.ts'
import { csvParam, intParam, page, paging } from '../page.ts'
import { milliseconds, time } from '../timeSchema.ts'

/** 1 REAL, 2 DEMO (product §0.1); REAL unless said otherwise. */
export const accountType = intParam(1, 2)

export const Balance = z.object({
  currency: z.string(),
  accountType: z.int(),
  /** Sum of all buckets. */
  balance: decimal,
  available: decimal,
  frozen: decimal,
  margin: decimal,
  invest: decimal,
  collateral: decimal,
  scale: z.int(),
  name: z.string(),
  updateTime: time,
})
export type Balance = z.output<typeof Balance>

export const Assets = z.object({
  accountType: z.int(),
  totalUsdt: decimal,
  total: decimal,
  target: z.string(),
  totalDebt: decimal,
  net: decimal,
  todayPnl: decimal,
  todayPnlRate: decimal,
  asOf: time,
  priceSec: z.int(),
  staleCurrencies: z.array(z.string()),
  groups: z.object({ spot: decimal, contract: decimal, option: decimal, frozen: decimal }),
  list: z.array(
    z.object({
      currency: z.string(),
      balance: decimal,
      usdtValue: decimal,
      price: z.nullable(decimal),
      priceAgeMs: z.nullable(z.int()),
    }),
  ),
})
export type Assets = z.output<typeof Assets>

export const BalanceRecord = z.object({
  id: z.string(),
  orderNo: z.string(),
  accountType: z.int(),
  currency: z.string(),
  bucket: z.string(),
  type: z.int(),
  /** Signed. */
  amount: decimal,
  balanceBefore: decimal,
  balanceAfter: decimal,
  refType: z.string(),
  refId: z.string(),
  remark: z.string(),
  postingId: z.string(),
  createTime: time,
  at: milliseconds,
})
export type BalanceRecord = z.output<typeof BalanceRecord>

export const wallet = {
  balances: read('/api/finance/appWallet/queryUserBalance', {
    access: 'signedIn',
    params: z.object({ accountType: z._default(accountType, 1) }),
    reply: z.array(Balance),
    kept: 'page',
  }),
  assets: read('/api/finance/appWallet/queryUserAssets', {
    access: 'signedIn',
    params: z.object({ accountType: z._default(accountType, 1), target: z._default(z.string(), 'USDT') }),
    reply: Assets,
    kept: 'page',
  }),
  /** `beginTime` and `endTime` are wire times; `type` is a list of record types. */
  balanceRecords: read('/api/finance/appBalanceLog/list', {
    access: 'signedIn',
    params: z.object({
      ...paging,
      accountType: z._default(accountType, 1),
      currency: z.optional(z.string()),
      type: z.optional(csvParam(40)),
      beginTime: z.optional(z.string()),
      endTime: z.optional(z.string()),
    }),
    reply: page(BalanceRecord),
    kept: 'page',
  }),
}
