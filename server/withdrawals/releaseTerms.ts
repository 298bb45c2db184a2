import { bankChainCode, bankWithdrawalTerms } from '#contract/calls/withdrawals.ts'
import type { Decimal } from '#contract/decimal.ts'
import type { Database } from '#db/database.ts'
import { networks } from '#db/seed/networks.ts'
import { compareDecimals } from '#rules/decimal.ts'
import { minWithdrawalTermsNoticeDays } from '../chains/withdrawalTerms.ts'

// Any number that no other lock has: servers that start together take turns.
const lockClass = 1033

interface Listed {
  currency: string
  chainType: string
  fee: string
  min: string
}

const listedNow = (): Listed[] => [
  ...networks.map(({ currency, chainType, withdrawFee: fee, withdrawMin: min }) => ({ currency, chainType, fee, min })),
  ...bankWithdrawalTerms.map(({ currency, fee, min }) => ({ currency, chainType: bankChainCode, fee, min })),
]

/**
 * Writes down the fees and minima that this release lists. Those of a way out that is new hold at once; where an earlier release said
 * otherwise the change is announced and takes effect a week later. Running it again changes nothing.
 */
export function publishReleaseWithdrawalTerms(db: Database, listed: readonly Listed[] = listedNow()): Promise<void> {
  return db.transaction(async (sql) => {
    await sql.query('select pg_advisory_xact_lock($1, 0)', [lockClass])
    const rows = await sql.query<{ currency: string; chain_type: string; fee: Decimal; min: Decimal }>(
      'select distinct on (currency, chain_type) * from withdrawal_terms where staff_id is null order by currency, chain_type, id desc',
    )
    for (const { currency, chainType, fee, min } of listed) {
      const last = rows.find((row) => row.currency === currency && row.chain_type === chainType)
      if (last && compareDecimals(last.fee, fee) === 0 && compareDecimals(last.min, min) === 0) continue
      await sql.query(
        `insert into withdrawal_terms (currency, chain_type, fee, min, published_ms, from_ms)
         select $1, $2, $3, $4, now_ms, case when $5 then 0 else now_ms + $6 end
         from (select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now_ms) as t`,
        [currency, chainType, fee, min, last === undefined, minWithdrawalTermsNoticeDays * 86_400_000],
      )
    }
  })
}
