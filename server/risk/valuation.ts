import type { WalletAssets } from '#contract/calls/wallet.ts'
import type { Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import type { ValuationPrices } from './usdtPrice.ts'

/** What a person holds of one kind beside balances and contracts, as the wallet counts it. */
export interface ValuedHolding {
  group: keyof WalletAssets['groups']
  /** In USDT, beside the account's balances. */
  usdt: Decimal
  /** What of the balances in INVEST belongs to this group; whatever no group names is of earn products. */
  invested?: readonly { currency: string; amount: Decimal }[]
  /** The seconds of the prices that were used, and the symbols whose price was old or missing. */
  secs: readonly number[]
  stale: readonly string[]
}

/** What many people hold of one kind in the REAL book, by person, in USDT; whoever is not in it holds nothing of it. */
export type BatchAssetValuationReader = (sql: Sql, userIds: readonly string[]) => Promise<ReadonlyMap<string, Decimal>>

/** Whose holdings, at which prices. With `atMs` as they stood just before that moment, without it as they are. */
interface AskedValue {
  userId: string
  accountType: number
  prices: ValuationPrices
  atMs?: number
}

/** A module's part of a person's assets (docs/rules/ledger.md), by group: handed to the wallet in modules.ts. */
export type AssetValuationReader = (sql: Sql, query: AskedValue) => Promise<readonly ValuedHolding[]>
