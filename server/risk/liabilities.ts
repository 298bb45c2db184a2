import type { Decimal } from '#contract/decimal.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'

/** What an account of the house must be enough for, in the REAL book: by the module that owes it, handed to the fairness module in modules.ts. */
export type PlatformLiabilitiesReader = (
  sql: Sql,
  now: Instant,
) => Promise<readonly { account: string; currency: string; amount: Decimal }[]>
