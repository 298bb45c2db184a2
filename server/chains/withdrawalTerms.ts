import type { Decimal } from '#contract/decimal.ts'
import { asInstant, type Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'

/** A change of terms is announced at least this long before it takes effect (docs/rules/deposits-and-withdrawals.md); the database keeps to it too. */
export const minWithdrawalTermsNoticeDays = 7

/** What a way out asks for, in its currency. */
interface WithdrawalTerms {
  fee: Decimal
  min: Decimal
}

/** Announced, and not yet in effect. */
export interface AnnouncedWithdrawalTerms extends WithdrawalTerms {
  from: Instant
}

interface TermsOfWay {
  now: WithdrawalTerms | undefined
  next: AnnouncedWithdrawalTerms | undefined
}

interface Row extends WithdrawalTerms {
  currency: string
  chain_type: string
  from_ms: string
  is_coming: boolean
}

/** The terms in effect and the next announced ones of every way out; both undefined for one of which nothing is published. */
export async function loadWithdrawalTermsLookup(sql: Sql, nowMs: number): Promise<(currency: string, chainType: string) => TermsOfWay> {
  const rows = await sql.query<Row>(
    `select distinct on (currency, chain_type, is_coming) currency, chain_type, trim_scale(fee) as fee, trim_scale(min) as min, from_ms, is_coming
     from (select *, from_ms > $1 as is_coming from withdrawal_terms where called_off_ms is null) as t
     order by currency, chain_type, is_coming, case when is_coming then from_ms else -from_ms end`,
    [nowMs],
  )
  return (currency, chainType) => {
    const of = (isComing: boolean) =>
      rows.find((row) => row.currency === currency && row.chain_type === chainType && row.is_coming === isComing)
    const [now, next] = [of(false), of(true)]
    return {
      now: now && { fee: now.fee, min: now.min },
      next: next && { fee: next.fee, min: next.min, from: asInstant(Number(next.from_ms)) },
    }
  }
}
