import type { Sql } from '#db/database.ts'

export interface LedgerViolation {
  /** I1–I7 of docs/rules/ledger.md. */
  invariant: 'I1' | 'I2' | 'I3' | 'I4' | 'I5' | 'I6' | 'I7'
  detail: string
}

/** Each gives one row per broken promise, with a `detail`. */
const questions: Record<LedgerViolation['invariant'], readonly string[]> = {
  // Every posting has two legs or more and sums to zero per currency.
  I1: [
    `select format('posting %s leaves %s %s', posting_id, sum(amount), currency) as detail
     from leg group by posting_id, currency having sum(amount) <> 0`,
    `select format('posting %s has %s legs', p.id, count(l.id)) as detail
     from posting p left join leg l on l.posting_id = p.id group by p.id having count(l.id) < 2`,
  ],
  // All legs of a posting are in its book.
  I2: [
    `select format('leg %s of posting %s is in book %s', l.id, p.id, l.book) as detail from leg l join posting p on p.id = l.posting_id where l.book <> p.book`,
  ],
  // No bucket of a person is below zero, now or after any leg.
  I3: [
    `select format('user %s book %s has %s %s in %s', user_id, book, amount, currency, bucket) as detail from balance where amount < 0`,
    `select format('leg %s left %s', id, balance_after) as detail from leg where balance_after < 0`,
  ],
  // Every balance is the sum of its legs, and each leg begins where the one before it ended.
  I4: [
    `select format('user %s book %s %s %s holds %s, its legs say %s', user_id, book, currency, bucket, b.amount, l.amount) as detail
     from (select user_id, book, currency, bucket, sum(amount) as amount from leg where user_id is not null group by 1, 2, 3, 4) l
     full join balance b using (user_id, book, currency, bucket) where coalesce(b.amount, 0) <> coalesce(l.amount, 0)`,
    `select format('leg %s begins at %s, the one before it ended at %s', id, balance_before, ended) as detail
     from (select id, balance_before, lag(balance_after, 1, 0::numeric) over (partition by user_id, book, currency, bucket order by id) as ended
           from leg where user_id is not null) l where balance_before <> ended`,
    // What is counted by day and in all is what the legs say.
    `select format('user %s book %s day %s %s type %s is counted %s, its legs are %s', user_id, book, day, currency, type, d.count, l.count) as detail
     from (select user_id, book, wire_day(at_ms) as day, currency, type, count(*), sum(amount) as amount, min(id) as first_id, max(id) as last_id
           from leg where user_id is not null group by 1, 2, 3, 4, 5) l
     full join leg_day d using (user_id, book, day, currency, type)
     where (d.count, d.amount, d.first_id, d.last_id) is distinct from (l.count, l.amount, l.first_id, l.last_id)`,
    `select format('user %s book %s %s type %s is counted %s, its days %s', user_id, book, currency, type, t.count, d.count) as detail
     from (select user_id, book, currency, type, sum(count) as count from leg_day group by 1, 2, 3, 4) d
     full join leg_total t using (user_id, book, currency, type) where t.count is distinct from d.count`,
    // What is kept beside the legs says the same as they do.
    `select format('the earn reserve of book %s holds %s %s, its legs say %s', book, r.amount, currency, l.amount) as detail
     from (select book, currency, sum(amount) as amount from leg where user_id is null and bucket = 'RESERVE_EARN' group by 1, 2) l
     full join earn_reserve r using (book, currency) where coalesce(r.amount, 0) <> coalesce(l.amount, 0)`,
    // Every income follows from its day.
    `select format('order %s got %s for %s, its day says %s', order_id, i.amount, i.day, trunc(o.weight * d.value * u.paid, 8)) as detail
     from product_income i join product_order o on o.id = i.order_id join product_day d on d.product_id = o.product_id and d.day = i.day
     join product_due u on u.product_id = o.product_id and u.book = o.account_type and u.day = i.day
     where (i.amount, i.basis, i.paid) is distinct from (trunc(o.weight * d.value * u.paid, 8), d.value, u.paid)`,
    `select format('the loan pool holds %s %s, its legs say %s', p.amount, currency, l.amount) as detail
     from (select currency, sum(amount) as amount from leg where user_id is null and bucket = 'LOAN_POOL' group by 1) l
     full join loan_pool p using (currency) where coalesce(p.amount, 0) <> coalesce(l.amount, 0)`,
    // What WELFARE can still promise is what it holds less what it promised and did not pay yet.
    `select format('WELFARE can promise %s %s, its legs and vouchers say %s', w.amount, currency, l.amount) as detail
     from (
       select currency, sum(amount) as amount from (
         select currency, amount from leg where user_id is null and bucket = 'WELFARE'
         union all select 'USDT', -rest from voucher where rest > 0) held group by 1) l
     full join welfare_fund w using (currency) where coalesce(w.amount, 0) <> coalesce(l.amount, 0)`,
    // Bonuses, envelopes, team income and what vouchers paid: each is what was booked for it, once.
    `select format('%s %s is %s, booked is %s', kind, id, g.amount, l.amount) as detail
     from (
       select kind, id, amount from welfare_grant where paid_ms is not null
       union all select 'teamIncome', id, amount from team_income where paid_ms is not null
       union all select 'voucher', id, amount - rest from voucher where rest < amount) g
     full join (
       select p.ref_type as kind, p.ref_id::bigint as id, sum(l.amount) as amount from posting p join leg l on l.posting_id = p.id
       where p.ref_type in ('levelBonus', 'envelope', 'teamIncome', 'voucher') and l.user_id is not null group by 1, 2
     ) l using (kind, id) where coalesce(g.amount, 0) <> coalesce(l.amount, 0)`,
    // What is pledged is what lies in people's COLLATERAL buckets.
    `select format('user %s book %s has %s %s in COLLATERAL, the loans hold %s', user_id, book, b.amount, currency, o.amount) as detail
     from (select user_id, book, currency, amount from balance where bucket = 'COLLATERAL') b
     full join (
       select user_id, 1::smallint as book, collateral_currency as currency, sum(collateral) as amount from loan where kind = 2 group by 1, 3
     ) o using (user_id, book, currency) where coalesce(b.amount, 0) <> coalesce(o.amount, 0)`,
    `select format('user %s book %s has %s orders of type %s and status %s, counted %s', user_id, account_type, o.count, type, status, c.count) as detail
     from (select user_id, account_type, type, status, count(*) from product_order group by 1, 2, 3, 4) o
     full join product_order_count c using (user_id, account_type, type, status) where coalesce(o.count, 0) <> coalesce(c.count, 0)`,
    // What leaving a fund brings follows from the unit value of its day, and what was set aside for it is what is not paid yet.
    `select format('order %s leaves at %s with a gain of %s, its day says %s', order_id, p.nav, p.gain, trunc(p.units * d.value, 8) - p.cost) as detail
     from fund_payout p join product_order o on o.id = p.order_id
     join product_day d on d.product_id = o.product_id and d.day = p.day
     where (p.nav, p.gain) is distinct from (d.value, trunc(p.units * d.value, 8) - p.cost)`,
    `select format('FUND of book %s holds %s %s, what is fixed and not paid is %s', book, l.amount, currency, f.amount) as detail
     from (select book, currency, sum(amount) as amount from leg where user_id is null and bucket = 'FUND' group by 1, 2) l
     full join (
       select o.account_type as book, o.currency, sum(p.money - p.cost) as amount from fund_payout p join product_order o on o.id = p.order_id
       where o.account_type = 1 and o.status in (3, 5) and p.at_ms >= o.exit_due_ms and p.money > p.cost group by 1, 2
     ) f using (book, currency) where coalesce(l.amount, 0) <> coalesce(f.amount, 0)`,
    // Virtual funds are gone with the competition; a prize is what its entry won, once.
    `select format('user %s holds %s %s in book 3 and takes part in nothing', user_id, amount, currency) as detail
     from balance b where book = 3 and amount <> 0
       and not exists (select from competition_entry e where e.wallet_id = b.user_id and e.status = 1)`,
    `select format('competition entry %s won %s, it was paid %s', id, e.prize, l.amount) as detail
     from (select id, prize from competition_entry where prize is not null) e
     full join (
       select p.ref_id::bigint as id, sum(l.amount) as amount from posting p join leg l on l.posting_id = p.id
       where p.ref_type = 'competitionPrize' and l.user_id is not null group by 1
     ) l using (id) where e.prize is distinct from l.amount`,
    // How much of a product runs is what its orders are: caps and what the reserve owes stand on it. Debts are counted by their projects.
    `select format('%s of book %s runs with %s, its orders are %s', s.product_id, s.book, s.amount - s.over, o.taken) as detail
     from product_sold s join product p on p.id = s.product_id cross join lateral (
       select coalesce(sum(coalesce(num, money)), 0) as taken from product_order
       where product_id = s.product_id and account_type = s.book and status in (0, 1, 3, 5)
     ) o where p.type <> 5 and (p.type <> 4 or s.book = 1) and s.amount - s.over <> o.taken`,
    // What borrowers have is what was lent to them less what was shared out, and no receipt is shared out beyond what came in.
    `select format('BORROWERS of book %s holds %s %s, lent less shared out is %s', book, l.amount, currency, d.amount) as detail
     from (select book, currency, sum(amount) as amount from leg where user_id is null and bucket = 'BORROWERS' group by 1, 2) l
     full join (
       select book, currency, sum(amount) as amount from (
         select d.book, p.currency, d.raised as amount from debt_project d join product p on p.id = d.product_id where d.raised is not null
         union all select r.book, p.currency, -s.principal - s.interest from debt_share s join debt_receipt r on r.id = s.receipt_id
           join product p on p.id = r.product_id
       ) b group by 1, 2
     ) d using (book, currency) where coalesce(l.amount, 0) <> coalesce(d.amount, 0)`,
    `select format('receipt %s is of %s, shared out are %s', r.id, r.amount, s.amount) as detail
     from debt_receipt r join (select receipt_id, sum(principal + interest) as amount from debt_share group by 1) s on s.receipt_id = r.id
     where s.amount > r.amount`,
    // What orders hold is what lies in people's INVEST buckets.
    `select format('user %s book %s has %s %s in INVEST, the orders hold %s', user_id, book, b.amount, currency, o.amount) as detail
     from (select user_id, book, currency, amount from balance where bucket = 'INVEST') b
     full join (
       select user_id, book, currency, sum(amount) as amount from (
         select user_id, account_type as book, currency, held as amount from product_order
         union all select user_id, account_type, income_currency, held_income from product_order
         union all select o.user_id, 1, i.currency, o.held from ieo_order o join ieo i on i.id = o.ieo_id where o.held > 0
         union all select o.user_id, 1, i.token, o.tokens_held from ieo_order o join ieo i on i.id = o.ieo_id where o.tokens_held > 0
       ) h group by 1, 2, 3
     ) o using (user_id, book, currency) where coalesce(b.amount, 0) <> coalesce(o.amount, 0)`,
  ],
  // What people hold in a book is what the house's accounts there gave: nothing is made or lost.
  I5: [
    `select format('book %s has %s %s too much', book, sum(amount), currency) as detail
     from (select book, currency, amount from balance union all select book, currency, amount from leg where user_id is null) t
     group by book, currency having sum(amount) <> 0`,
  ],
  // Every posting says what it is for.
  I6: [`select format('posting %s has no reference', id) as detail from posting where ref_type = '' or ref_id = ''`],
  // One request, one posting.
  I7: [
    `select format('request %s made %s postings', request_id, count(*)) as detail
     from posting where request_id is not null group by request_id having count(*) > 1`,
  ],
}

/** Every broken promise of the ledger; an empty list when it is sound. Reads everything: for tests, after a crash, and once a night. */
export async function checkLedgerInvariants(sql: Sql): Promise<LedgerViolation[]> {
  const found: LedgerViolation[] = []
  for (const [invariant, query] of Object.entries(questions)) {
    for (const question of query) {
      const rows = await sql.query<{ detail: string }>(`${question} limit 100`)
      found.push(...rows.map(({ detail }) => ({ invariant: invariant as LedgerViolation['invariant'], detail })))
    }
  }
  return found
}
