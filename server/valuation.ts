import type { Assets } from '#contract/calls/wallet.ts'
import type { Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import type { Prices } from './worth.ts'

/** What a person holds of one kind beside balances and contracts, as the wallet counts it. */
export interface Valued {
  group: keyof Assets['groups']
  /** In USDT. */
  usdt: Decimal
  /** The seconds of the prices that were used, and the symbols whose price was old or missing. */
  secs: readonly number[]
  stale: readonly string[]
}

/** What many people hold of one kind in the REAL book, by person, in USDT; whoever is not in it holds nothing of it. */
export type ValuationOfMany = (sql: Sql, userIds: readonly string[]) => Promise<ReadonlyMap<string, Decimal>>

/** Whose holdings, at which prices. With `atMs` as they stood just before that moment, without it as they are. */
interface AskedValue {
  userId: string
  accountType: number
  prices: Prices
  atMs?: number
}

/** A room's part of a person's assets (product §2.1): handed to the wallet in gather.ts. */
export type Valuation = (sql: Sql, asked: AskedValue) => Promise<Valued>
