import * as z from 'zod/mini'
import { read } from '../call.ts'
import { decimal } from '../decimalSchema.ts'
import { csvParam, intParam, page, paging } from '../page.ts'
import { milliseconds, time } from '../timeSchema.ts'

/** 1 REAL, 2 DEMO (product §0.1); REAL unless said otherwise. */
export const accountType = intParam(1, 2)
/** 3 too, a competition entry: where contracts are traded and seen (product §2.15). */
export const anyAccountType = intParam(1, 3)
/** Which competition's, beside accountType 3: each entry is a book of its own. Where it is left out, the only one that runs is meant. */
export const compId = z.optional(z.string().check(z.maxLength(40)))

/** Which competition something of book 3 is in, by its name in the language that was asked for; absent in the other books. */
export const inCompetition = z.optional(z.object({ id: z.string(), name: z.string() }))

export const Balance = z.object({
  currency: z.string(),
  accountType: z.int(),
  /** The competition; null outside of book 3. */
  compId: z.nullable(z.string()),
  /** Sum of all buckets. */
  balance: decimal,
  available: decimal,
  frozen: decimal,
  margin: decimal,
  invest: decimal,
  collateral: decimal,
  scale: z.int(),
  name: z.string(),
  /** Its disc, an address on this server. */
  icon: z.string(),
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
  groups: z.object({ spot: decimal, contract: decimal, option: decimal, earn: decimal, collateral: decimal, frozen: decimal }),
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
  competition: inCompetition,
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

/** A way for a currency in and out (call 48). Amounts in the currency, `dailyLimit` in USDT for the first level of verification. */
export const ListedNetwork = z.object({
  currency: z.string(),
  chainType: z.string(),
  /** The token's contract; absent for a chain's own coin. */
  token: z.optional(z.string()),
  depositMin: decimal,
  withdrawMin: decimal,
  withdrawFee: decimal,
  /** An announced change: what holds from then on (product §3.4 W-b). */
  next: z.optional(z.object({ withdrawMin: decimal, withdrawFee: decimal, from: time })),
  dailyLimit: decimal,
  confirmations: z.int(),
  estMinutes: z.int(),
  /** The shape of its addresses. */
  addressRegex: z.string(),
  memo: z.enum(['none', 'optional', 'required']),
  suspended: z.object({ deposit: z.boolean(), withdraw: z.boolean(), reason: z.string() }),
})
export type ListedNetwork = z.output<typeof ListedNetwork>

export const wallet = {
  /** In book 3 of one competition entry. Refuses notFound, and competitionNotOpen or validation where none is named and none or several run. */
  balances: read('/api/finance/appWallet/queryUserBalance', {
    access: 'signedIn',
    params: z.object({ accountType: z._default(anyAccountType, 1), compId }),
    reply: z.array(Balance),
    kept: 'page',
  }),
  assets: read('/api/finance/appWallet/queryUserAssets', {
    access: 'signedIn',
    params: z.object({ accountType: z._default(accountType, 1), target: z._default(z.string(), 'USDT') }),
    reply: Assets,
    kept: 'page',
  }),
  /**
   * `beginTime` and `endTime` are wire times; `type` is a list of record types; `ref` is 'refType:refId'. `before` is the id of a record:
   * only older ones then, whatever `pageNo` says, which costs the same at any depth. In book 3 those of one competition entry, over or not.
   */
  balanceRecords: read('/api/finance/appBalanceLog/list', {
    access: 'signedIn',
    params: z.object({
      ...paging,
      accountType: z._default(anyAccountType, 1),
      compId,
      currency: z.optional(z.string()),
      type: z.optional(csvParam(40)),
      beginTime: z.optional(z.string()),
      endTime: z.optional(z.string()),
      ref: z.optional(z.string().check(z.regex(/^[A-Za-z]{1,40}:[\w-]{1,80}$/))),
      before: z.optional(z.string().check(z.regex(/^\d{1,18}$/))),
    }),
    reply: page(BalanceRecord),
    kept: 'page',
  }),
  /**
   * Call 52. A file of the records of one book, oldest first: of a `month` of the server's calendar (UTC+8), or of the time between two
   * moments. A PDF is of a month, with opening and closing balances and without a filter. `url` works for ten minutes, for whoever has it.
   */
  statement: read('/api/finance/statement', {
    access: 'signedIn',
    params: z.object({
      accountType: z._default(accountType, 1),
      format: z._default(z.enum(['csv', 'pdf']), 'csv'),
      month: z.optional(z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/))),
      beginTime: z.optional(z.string()),
      endTime: z.optional(z.string()),
      currency: z.optional(z.string().check(z.regex(/^[A-Z0-9]{2,10}$/))),
      type: z.optional(csvParam(40)),
    }),
    reply: z.object({ url: z.string(), name: z.string(), records: z.int(), expiresAt: time }),
    kept: 'nowhere',
  }),
  /** The cheapest way of a currency first. */
  networks: read('/api/finance/networks', { access: 'open', params: z.object({}), reply: z.array(ListedNetwork), kept: 'worker' }),
}
