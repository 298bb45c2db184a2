import type { Sql } from '#db/database.ts'
import { systemAccountsFromLegsSql, systemAccountInvariantQueries, productOrderInvariantQueries } from './checks/accountInvariants.ts'
import { chainInvariantQueryWithinRange, legInvariantQueries } from './checks/legInvariants.ts'
import {
  depositInvariantQueries,
  postingInvariantQueries,
  prizeInvariantQueries,
  teamIncomeInvariantQueries,
  voucherInvariantQueries,
  welfareGrantInvariantQueries,
  withdrawalInvariantQueries,
} from './checks/postingInvariants.ts'
import {
  fullKeyRange,
  runLedgerCheckQuery,
  type LedgerInvariantCode,
  type LedgerInvariantQuery,
  type LedgerViolation,
} from './checks/invariantQuery.ts'
import { walletInvariantQueries } from './checks/walletInvariants.ts'

/** What a nightly check keeps sums for, from all legs at once. */
const fromAllLegs: readonly { invariant: LedgerInvariantCode; text: string }[] = [
  {
    invariant: 'I4',
    text: `select format('user %s book %s %s %s holds %s, its legs say %s', user_id, book, currency, bucket, b.amount, l.amount) as detail
     from (select user_id, book, currency, bucket, sum(amount) as amount from leg where user_id is not null group by 1, 2, 3, 4) l
     full join balance b using (user_id, book, currency, bucket) where coalesce(b.amount, 0) <> coalesce(l.amount, 0)`,
  },
  {
    invariant: 'I4',
    text: `select format('leg %s begins at %s and is the first of its bucket', id, balance_before) as detail
     from (select distinct on (user_id, book, currency, bucket) id, balance_before from leg
           where user_id is not null order by user_id, book, currency, bucket, id) l where balance_before <> 0`,
  },
  {
    invariant: 'I4',
    text: `select format('user %s book %s day %s %s type %s is counted %s and has no legs', user_id, book, day, currency, type, d.count) as detail
     from leg_day d where not exists (
       select from leg l where l.user_id = d.user_id and l.book = d.book and l.currency = d.currency and l.type = d.type and wire_day(l.at_ms) = d.day)`,
  },
  // What people hold in a book is what the house's accounts there gave: nothing is made or lost.
  {
    invariant: 'I5',
    text: `select format('book %s has %s %s too much', book, sum(amount), currency) as detail
     from (select book, currency, amount from balance union all select book, currency, amount from leg where user_id is null) t
     group by book, currency having sum(amount) <> 0`,
  },
]

const byKeys: readonly LedgerInvariantQuery[] = [
  ...postingInvariantQueries,
  ...legInvariantQueries,
  chainInvariantQueryWithinRange,
  ...walletInvariantQueries,
  ...productOrderInvariantQueries,
  ...welfareGrantInvariantQueries,
  ...teamIncomeInvariantQueries,
  ...voucherInvariantQueries,
  ...prizeInvariantQueries,
  ...depositInvariantQueries,
  ...withdrawalInvariantQueries,
]

/**
 * Every broken promise of the ledger (docs/rules/ledger.md), from all that there is, at once, at most 100 of a kind; an empty list when it is sound. For tests: a
 * server asks the same in pieces (`checks/nightlyCheck.ts`).
 */
export async function findAllLedgerViolations(sql: Sql): Promise<LedgerViolation[]> {
  const all = [
    ...byKeys.map(({ invariant, text }) => ({ invariant, text: text(fullKeyRange) })),
    ...systemAccountInvariantQueries.map(({ invariant, text }) => ({ invariant, text: text(systemAccountsFromLegsSql) })),
    ...fromAllLegs,
  ]
  const found: LedgerViolation[] = []
  for (const { invariant, text } of all.toSorted((a, b) => a.invariant.localeCompare(b.invariant))) {
    const rows = await runLedgerCheckQuery<{ detail: string }>(sql, `${text} limit 100`)
    found.push(...rows.map(({ detail }) => ({ invariant, detail })))
  }
  return found
}
