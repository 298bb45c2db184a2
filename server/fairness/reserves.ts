import type { PublishedReserve, SignedPublishedReserves } from '#contract/calls/fairness.ts'
import { accountTypes } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { asInstant, type Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { readLedgerCustody } from '#ledger/checks/custody.ts'
import { divide, isPositive, q8, truncate } from '#rules/decimal.ts'
import { reservesSigningText } from '#rules/signedNumbers.ts'
import type { PlatformLiabilitiesReader } from '../risk/liabilities.ts'
import { getOrCreatePublishedSigningKey } from '../core/signingKeys.ts'

/** It is summed again after this long: whoever asks more often gets the same signed answer. */
const keptMs = 60_000
const coverageScale = 4

/** Every stated reserve of the REAL book with what it covers, signed (docs/rules/fair-dealing.md). The newest answer is kept for a minute. */
export function createSignedReservesReader(
  liabilities: readonly PlatformLiabilitiesReader[],
): (sql: Sql, now: Instant) => Promise<SignedPublishedReserves> {
  let cached: { at: Instant; answer: Promise<SignedPublishedReserves> } | undefined
  return (sql, now) => {
    if (cached && Math.abs(now - cached.at) < keptMs) return cached.answer
    const answer = read(sql, now, liabilities)
    const made = { at: now, answer }
    cached = made
    // A failure is nobody's answer for a minute.
    answer.catch(() => {
      if (cached === made) cached = undefined
    })
    return answer
  }
}

async function read(sql: Sql, now: Instant, liabilities: readonly PlatformLiabilitiesReader[]): Promise<SignedPublishedReserves> {
  const owed = new Map<string, Decimal>()
  for (const liability of liabilities)
    for (const { account, currency, amount } of await liability(sql, now)) owed.set(`${account} ${currency}`, amount)
  const ofHouse = (await balances(sql)).map(({ account, currency, amount }): PublishedReserve => {
    const covers = owed.get(`${account} ${currency}`)
    return {
      account,
      currency,
      balance: q8(amount),
      covers: covers === undefined ? null : q8(covers),
      coverage: covers === undefined ? null : coverageOf(amount, covers),
    }
  })
  const reserves = [...(await custodyRows(sql)), ...ofHouse]
  const key = await getOrCreatePublishedSigningKey(sql, now)
  return { reserves, ms: asInstant(now), kid: key.kid, sig: key.sign(reservesSigningText(reserves, now)) }
}

/** All that lies in custody against what people own, as the newest check of the ledger found both: nobody's balances are added up here. */
const custodyRows = async (sql: Sql): Promise<PublishedReserve[]> =>
  (await readLedgerCustody(sql)).map(({ currency, custody, owned }) => ({
    account: 'CUSTODY',
    currency,
    balance: q8(custody),
    covers: q8(owned),
    coverage: coverageOf(custody, owned),
  }))

const coverageOf = (held: Decimal, owed: Decimal): Decimal | null => (isPositive(owed) ? truncate(divide(held, owed), coverageScale) : null)

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
    [accountTypes.real],
  )
