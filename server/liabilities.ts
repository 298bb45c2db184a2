import type { Decimal } from '#contract/decimal.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'

/** What an account of the house must be enough for, in the REAL book: by the room that owes it, handed to the fairness room in gather.ts. */
export type Liabilities = (sql: Sql, now: Instant) => Promise<readonly { account: string; currency: string; amount: Decimal }[]>
