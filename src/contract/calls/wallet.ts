import * as z from 'zod/mini'
import { defineGetCall } from '../call.ts'
import { decimalSchema } from '../decimalSchema.ts'
import { csvQueryParamUpTo, integerParamBetween, pageOfRecordsSchema, pagingParams } from '../page.ts'
import { epochMsSchema, wireTimeSchema } from '../timeSchema.ts'

/** 1 REAL, 2 DEMO (docs/rules/environments.md); REAL unless said otherwise. */
export const realOrDemoAccountTypeParam = integerParamBetween(1, 2)
/** 3 too, a competition entry: where contracts are traded and seen (docs/rules/competitions.md). */
export const anyAccountTypeParam = integerParamBetween(1, 3)
/** Which competition's, beside accountType 3: each entry is a book of its own. Where it is left out, the only one that runs is meant. */
export const competitionIdParam = z.optional(z.string().check(z.maxLength(40)))

/** Which competition something of book 3 is in, by its name in the language that was asked for; absent in the other books. */
export const competitionReferenceSchema = z.optional(z.object({ id: z.string(), name: z.string() }))

export const CurrencyBalance = z.object({
  currency: z.string(),
  accountType: z.int(),
  /** The competition; null outside of book 3. */
  compId: z.nullable(z.string()),
  /** Sum of all buckets. */
  balance: decimalSchema,
  available: decimalSchema,
  frozen: decimalSchema,
  margin: decimalSchema,
  invest: decimalSchema,
  collateral: decimalSchema,
  /** The decimals that are shown, the catalog's `minor` (docs/rules/time-and-numbers.md); amounts have all eight. */
  scale: z.int(),
  name: z.string(),
  /** Its disc, an address on this server. */
  icon: z.string(),
  updateTime: wireTimeSchema,
})
export type CurrencyBalance = z.output<typeof CurrencyBalance>

export const WalletAssets = z.object({
  accountType: z.int(),
  totalUsdt: decimalSchema,
  total: decimalSchema,
  target: z.string(),
  totalDebt: decimalSchema,
  net: decimalSchema,
  todayPnl: decimalSchema,
  todayPnlRate: decimalSchema,
  asOf: wireTimeSchema,
  priceSec: z.int(),
  staleCurrencies: z.array(z.string()),
  /** All of `totalUsdt`, each part once. `miner`: what waits for machines; bought ones hold no money. `debt`: what is lent. `ieo`: what waits for tokens. */
  groups: z.object({
    spot: decimalSchema,
    contract: decimalSchema,
    option: decimalSchema,
    earn: decimalSchema,
    miner: decimalSchema,
    debt: decimalSchema,
    ieo: decimalSchema,
    collateral: decimalSchema,
    frozen: decimalSchema,
  }),
  list: z.array(
    z.object({
      currency: z.string(),
      balance: decimalSchema,
      usdtValue: decimalSchema,
      price: z.nullable(decimalSchema),
      priceAgeMs: z.nullable(z.int()),
    }),
  ),
})
export type WalletAssets = z.output<typeof WalletAssets>

export const BalanceRecord = z.object({
  id: z.string(),
  orderNo: z.string(),
  accountType: z.int(),
  competition: competitionReferenceSchema,
  currency: z.string(),
  bucket: z.string(),
  type: z.int(),
  /** The type in the language that was asked for. */
  typeName: z.string(),
  /** Signed. */
  amount: decimalSchema,
  balanceBefore: decimalSchema,
  balanceAfter: decimalSchema,
  refType: z.string(),
  refId: z.string(),
  remark: z.string(),
  postingId: z.string(),
  createTime: wireTimeSchema,
  at: epochMsSchema,
})
export type BalanceRecord = z.output<typeof BalanceRecord>

/** A way for a currency in and out. Amounts in the currency, `dailyLimit` in USDT for the first level of verification. */
export const CurrencyNetwork = z.object({
  currency: z.string(),
  chainType: z.string(),
  /** The token's contract; absent for a chain's own coin. */
  token: z.optional(z.string()),
  depositMin: decimalSchema,
  withdrawMin: decimalSchema,
  withdrawFee: decimalSchema,
  /** An announced change: what holds from then on (docs/rules/deposits-and-withdrawals.md). */
  next: z.optional(z.object({ withdrawMin: decimalSchema, withdrawFee: decimalSchema, from: wireTimeSchema })),
  dailyLimit: decimalSchema,
  confirmations: z.int(),
  estMinutes: z.int(),
  /** The shape of its addresses. */
  addressRegex: z.string(),
  memo: z.enum(['none', 'optional', 'required']),
  /** `unwatched`: deposits are not paused but not offered, because nobody would see what comes in. `unreadable`: they are
   * paused because the network's node cannot be read now. */
  suspended: z.object({
    deposit: z.boolean(),
    withdraw: z.boolean(),
    reason: z.string(),
    unwatched: z.optional(z.boolean()),
    unreadable: z.optional(z.boolean()),
  }),
})
export type CurrencyNetwork = z.output<typeof CurrencyNetwork>

export const wallet = {
  /** In book 3 of one competition entry. Refuses notFound, and competitionNotOpen or validation where none is named and none or several run. */
  balances: defineGetCall('/api/finance/appWallet/queryUserBalance', {
    access: 'signedIn',
    params: z.object({ accountType: z._default(anyAccountTypeParam, 1), compId: competitionIdParam }),
    reply: z.array(CurrencyBalance),
    kept: 'page',
  }),
  assets: defineGetCall('/api/finance/appWallet/queryUserAssets', {
    access: 'signedIn',
    params: z.object({ accountType: z._default(realOrDemoAccountTypeParam, 1), target: z._default(z.string(), 'USDT') }),
    reply: WalletAssets,
    kept: 'page',
  }),
  /**
   * `beginTime` and `endTime` are wire times; `type` is a list of record types; `ref` is 'refType:refId'. `before` is the id of a record:
   * only older ones then, whatever `pageNo` says, which costs the same at any depth. In book 3 those of one competition entry, over or not.
   */
  balanceRecords: defineGetCall('/api/finance/appBalanceLog/list', {
    access: 'signedIn',
    params: z.object({
      ...pagingParams,
      accountType: z._default(anyAccountTypeParam, 1),
      compId: competitionIdParam,
      currency: z.optional(z.string()),
      type: z.optional(csvQueryParamUpTo(40)),
      beginTime: z.optional(z.string()),
      endTime: z.optional(z.string()),
      ref: z.optional(z.string().check(z.regex(/^[A-Za-z]{1,40}:[\w-]{1,80}$/))),
      before: z.optional(z.string().check(z.regex(/^\d{1,18}$/))),
    }),
    reply: pageOfRecordsSchema(BalanceRecord),
    kept: 'page',
  }),
  /**
   * A file of the records of one book, oldest first: of a `month` of the server's calendar (UTC+8), or of the time between two
   * moments. A PDF is of a month, with opening and closing balances and without a filter. `url` works for ten minutes, for whoever has it.
   */
  statement: defineGetCall('/api/finance/statement', {
    access: 'signedIn',
    params: z.object({
      accountType: z._default(realOrDemoAccountTypeParam, 1),
      format: z._default(z.enum(['csv', 'pdf']), 'csv'),
      month: z.optional(z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/))),
      beginTime: z.optional(z.string()),
      endTime: z.optional(z.string()),
      currency: z.optional(z.string().check(z.regex(/^[A-Z0-9]{2,10}$/))),
      type: z.optional(csvQueryParamUpTo(40)),
    }),
    reply: z.object({ url: z.string(), name: z.string(), records: z.int(), expiresAt: wireTimeSchema }),
    kept: 'nowhere',
  }),
  /** The cheapest way of a currency first. */
  networks: defineGetCall('/api/finance/networks', {
    access: 'open',
    params: z.object({}),
    reply: z.array(CurrencyNetwork),
    kept: 'worker',
  }),
}
