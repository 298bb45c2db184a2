import { inKeyRangeSql, type LedgerInvariantQuery } from './invariantQuery.ts'

/** By the id of the person, or of a competition entry's wallet. */
export const walletInvariantQueries: readonly LedgerInvariantQuery[] = [
  // No bucket of a person is below zero now.
  {
    invariant: 'I3',
    text: (range) =>
      `select format('user %s book %s has %s %s in %s', user_id, book, amount, currency, bucket) as detail
       from balance where ${inKeyRangeSql('user_id', range)} and amount < 0`,
  },
  {
    invariant: 'I4',
    text: (range) =>
      `select format('user %s book %s %s type %s is counted %s, its days %s', user_id, book, currency, type, t.count, d.count) as detail
       from (select user_id, book, currency, type, sum(count) as count from leg_day where ${inKeyRangeSql('user_id', range)} group by 1, 2, 3, 4) d
       full join (select * from leg_total where ${inKeyRangeSql('user_id', range)}) t using (user_id, book, currency, type)
       where t.count is distinct from d.count`,
  },
  // What is pledged is what lies in people's COLLATERAL buckets.
  {
    invariant: 'I4',
    text: (range) =>
      `select format('user %s book %s has %s %s in COLLATERAL, the loans hold %s', user_id, book, b.amount, currency, o.amount) as detail
       from (select user_id, book, currency, amount from balance where bucket = 'COLLATERAL' and ${inKeyRangeSql('user_id', range)}) b
       full join (
         select user_id, 1::smallint as book, collateral_currency as currency, sum(collateral) as amount
         from loan where kind = 2 and ${inKeyRangeSql('user_id', range)} group by 1, 3
       ) o using (user_id, book, currency) where coalesce(b.amount, 0) <> coalesce(o.amount, 0)`,
  },
  // What orders hold is what lies in people's INVEST buckets.
  {
    invariant: 'I4',
    text: (range) => {
      const those = inKeyRangeSql('o.user_id', range)
      return `select format('user %s book %s has %s %s in INVEST, the orders hold %s', user_id, book, b.amount, currency, o.amount) as detail
       from (select user_id, book, currency, amount from balance where bucket = 'INVEST' and ${inKeyRangeSql('user_id', range)}) b
       full join (
         select user_id, book, currency, sum(amount) as amount from (
           select user_id, account_type as book, currency, held as amount from product_order o where ${those}
           union all select user_id, account_type, income_currency, held_income from product_order o where ${those}
           union all select o.user_id, 1, i.currency, o.held from ieo_order o join ieo i on i.id = o.ieo_id where o.held > 0 and ${those}
           union all select o.user_id, 1, i.token, o.tokens_held from ieo_order o join ieo i on i.id = o.ieo_id where o.tokens_held > 0 and ${those}
         ) h group by 1, 2, 3
       ) o using (user_id, book, currency) where coalesce(b.amount, 0) <> coalesce(o.amount, 0)`
    },
  },
  {
    invariant: 'I4',
    text: (range) =>
      `select format('user %s book %s has %s orders of type %s and status %s, counted %s', user_id, account_type, o.count, type, status, c.count) as detail
       from (select user_id, account_type, type, status, count(*) from product_order where ${inKeyRangeSql('user_id', range)} group by 1, 2, 3, 4) o
       full join (select * from product_order_count where ${inKeyRangeSql('user_id', range)}) c using (user_id, account_type, type, status)
       where coalesce(o.count, 0) <> coalesce(c.count, 0)`,
  },
  // Virtual funds are gone with the competition.
  {
    invariant: 'I4',
    text: (range) =>
      `select format('user %s holds %s %s in book 3 and takes part in nothing', user_id, amount, currency) as detail
       from balance b where book = 3 and amount <> 0 and ${inKeyRangeSql('user_id', range)}
         and not exists (select from competition_entry e where e.wallet_id = b.user_id and e.status = 1)`,
  },
]

/** What a person has is what the legs that were read leave, and those since then. */
export const balanceInvariantQuery: LedgerInvariantQuery = {
  invariant: 'I4',
  text: (range) =>
    `select format('user %s book %s %s %s holds %s, its legs say %s', user_id, book, currency, bucket, held, said) as detail
     from (
       select user_id, book, currency, bucket, coalesce(b.amount, 0) as held, coalesce((
           select l.balance_after from leg l
           where l.user_id = a.user_id and l.book = a.book and l.currency = a.currency and l.bucket = a.bucket
             and l.id > (select done_to from ledger_check_piece where name = 'legs')
           order by l.id desc limit 1), k.amount, 0) as said
       from (
         select user_id, book, currency, bucket from balance where ${inKeyRangeSql('user_id', range)}
         union select user_id, book, currency, bucket from ledger_checked_balance where ${inKeyRangeSql('user_id', range)}
       ) a
       left join balance b using (user_id, book, currency, bucket) left join ledger_checked_balance k using (user_id, book, currency, bucket)
     ) a where held <> said`,
}
