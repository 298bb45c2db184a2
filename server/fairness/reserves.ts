import type { Reserve, SignedReserves } from '#contract/calls/fairness.ts'
import { book } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { asInstant, type Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { divide, isPositive, q8, truncate } from '#rules/decimal.ts'
import { reservesText } from '#rules/signedNumbers.ts'
import type { Liabilities } from '#server/liabilities.ts'
import { signingKey } from './keys.ts'

/** It is summed again after this long: whoever asks more often gets the same signed answer. */
const keptMs = 60_000
const coverageScale = 4

/** Every stated reserve of the REAL book with what it covers, signed (product §3.9; call 167). The newest answer is kept for a minute. */
export function reservesReader(liabilities: readonly Liabilities[]): (sql: Sql, now: Instant) => Promise<SignedReserves> {
  let kept: { at: Instant; answer: Promise<SignedReserves> } | undefined
  return (sql, now) => {
    if (kept && Math.abs(now - kept.at) < keptMs) return kept.answer
    const answer = read(sql, now, liabilities)
    const made = { at: now, answer }
    kept = made
    // A failure is nobody's answer for a minute.
    answer.catch(() => {
      if (kept === made) kept = undefined
    })
    return answer
  }
}

async function read(sql: Sql, now: Instant, liabilities: readonly Liabilities[]): Promise<SignedReserves> {
  const owed = new Map<string, Decimal>()
  for (const one of liabilities) for (const { account, currency, amount } of await one(sql, now)) owed.set(`${account} ${currency}`, amount)
  const reserves = (await balances(sql)).map(({ account, currency, amount }): Reserve => {
    const covers = owed.get(`${account} ${currency}`)
    const isOwed = covers !== undefined && isPositive(covers)
    return {
      account,
      currency,
      balance: q8(amount),
      covers: covers === undefined ? null : q8(covers),
      coverage: isOwed ? truncate(divide(amount, covers), coverageScale) : null,
    }
  })
  const key = await signingKey(sql, now)
  return { reserves, ms: asInstant(now), kid: key.kid, sig: key.sign(reservesText(reserves, now)) }
}

/** Sums of the house's legs; each is read from an index of that account alone, or from the table kept beside it. */
const balances = (sql: Sql): Promise<{ account: string; currency: string; amount: Decimal }[]> =>
  sql.query(
    `select * from (
       select bucket as account, currency, sum(amount) as amount from leg
       where user_id is null and book = $1 and bucket in ('COVER', 'RESERVE', 'RESERVE_SECOND') group by 1, 2
       union all
       select bucket, currency, sum(amount) from leg
       where user_id is null and book = $1 and bucket in ('RESERVE_OPTION', 'LOAN_POOL') group by 1, 2
       union all
       select 'PRIZE', currency, sum(amount) from leg where user_id is null and book = $1 and bucket = 'PRIZE' group by 2
       union all
       select 'RESERVE_EARN', currency, amount from earn_reserve where book = $1
       union all
       select 'WELFARE', currency, amount + (select coalesce(sum(rest), 0) from voucher where rest > 0) from welfare_fund
     ) r order by account, currency`,
    [book.real],
  )
