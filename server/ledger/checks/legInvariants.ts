import { inKeyRangeSql, type LedgerInvariantQuery } from './invariantQuery.ts'

/** By the id of the leg; each is about legs of before as well as about new ones. */
export const legInvariantQueries: readonly LedgerInvariantQuery[] = [
  // No bucket of a person is below zero after any leg.
  {
    invariant: 'I3',
    text: (range) =>
      `select format('leg %s left %s', id, balance_after) as detail from leg where ${inKeyRangeSql('id', range)} and balance_after < 0`,
  },
  // What is counted by day is what the legs say: the days of these legs are counted again.
  {
    invariant: 'I4',
    text: (range) =>
      `select format('user %s book %s day %s %s type %s is counted %s, its legs are %s', t.user_id, t.book, t.day, t.currency, t.type, d.count, l.count) as detail
       from (select user_id, book, wire_day(at_ms) as day, currency, type, max(id) as newest
             from leg where ${inKeyRangeSql('id', range)} and user_id is not null group by 1, 2, 3, 4, 5) t
       left join leg_day d using (user_id, book, day, currency, type)
       cross join lateral (
         select count(*) as count, sum(amount) as amount, min(id) as first_id, max(id) as last_id from leg c
         where c.user_id = t.user_id and c.book = t.book and c.currency = t.currency and c.type = t.type
           and c.id >= coalesce(d.first_id, 0) and c.id <= greatest(d.last_id, t.newest) and wire_day(c.at_ms) = t.day
       ) l
       where (d.count, d.amount, d.first_id, d.last_id) is distinct from (l.count, l.amount, l.first_id, l.last_id)`,
  },
]

const chain = (range: Parameters<LedgerInvariantQuery['text']>[0]): string =>
  `select id, user_id, book, currency, bucket, balance_before,
     lag(balance_after) over (partition by user_id, book, currency, bucket order by id) as ended
   from leg where ${inKeyRangeSql('id', range)} and user_id is not null`

const brokenChain = `format('leg %s begins at %s, the one before it ended at %s', id, balance_before, ended) as detail`

/** Each leg begins where the one before it ended; the first of these legs, where those that were read before it did. */
export const chainInvariantQueryOfNewLegs: LedgerInvariantQuery = {
  invariant: 'I4',
  text: (range) =>
    `select ${brokenChain}
     from (select c.id, c.balance_before, coalesce(c.ended, k.amount, 0) as ended
           from (${chain(range)}) c left join ledger_checked_balance k using (user_id, book, currency, bucket)) l
     where balance_before <> ended`,
}

/** The same among legs of before, or among all of them. */
export const chainInvariantQueryWithinRange: LedgerInvariantQuery = {
  invariant: 'I4',
  text: (range) => `select ${brokenChain} from (${chain(range)}) l where balance_before <> ended`,
}
