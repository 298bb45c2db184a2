import { inKeyRangeSql, type LedgerInvariantCode, type LedgerInvariantQuery } from './invariantQuery.ts'

/** What the house's accounts hold, as SQL for rows of book, bucket, currency and amount: summed from all legs. */
export const systemAccountsFromLegsSql =
  '(select book, bucket, currency, sum(amount) as amount from leg where user_id is null group by 1, 2, 3)'
/** The same from the sums of what was read, and the legs since then. */
export const systemAccountsFromCheckpointSql = `(select book, bucket, currency, sum(amount) as amount from (
    select book, bucket, currency, amount from ledger_checked_house
    union all select book, bucket, currency, amount from leg
      where user_id is null and id > (select done_to from ledger_check_piece where name = 'legs')
  ) h group by 1, 2, 3)`

/** Orders of earn products and what follows from their days, by the id of the order. */
export const productOrderInvariantQueries: readonly LedgerInvariantQuery[] = [
  // Every income follows from its day.
  {
    invariant: 'I4',
    text: (range) =>
      `select format('order %s got %s for %s, its day says %s', order_id, i.amount, i.day, trunc(o.weight * d.value * u.paid, 8)) as detail
       from product_income i join product_order o on o.id = i.order_id join product_day d on d.product_id = o.product_id and d.day = i.day
       join product_due u on u.product_id = o.product_id and u.book = o.account_type and u.day = i.day
       where ${inKeyRangeSql('i.order_id', range)} and i.day >= '${range.sinceDay}'
         and (i.amount, i.basis, i.paid) is distinct from (trunc(o.weight * d.value * u.paid, 8), d.value, u.paid)`,
  },
  // What leaving a fund brings follows from the unit value of its day.
  {
    invariant: 'I4',
    text: (range) =>
      `select format('order %s leaves at %s with a gain of %s, its day says %s', order_id, p.nav, p.gain, trunc(p.units * d.value, 8) - p.cost) as detail
       from fund_payout p join product_order o on o.id = p.order_id
       join product_day d on d.product_id = o.product_id and d.day = p.day
       where ${inKeyRangeSql('p.order_id', range)} and (p.nav, p.gain) is distinct from (d.value, trunc(p.units * d.value, 8) - p.cost)`,
  },
]

interface AccountQuestion {
  name: string
  invariant: LedgerInvariantCode
  /** `house`: what its accounts hold, as SQL. */
  text(house: string): string
}

/** What is kept beside the house's accounts says the same as they do. Each is answered at once: these are few rows, or orders that are open. */
export const systemAccountInvariantQueries: readonly AccountQuestion[] = [
  {
    name: 'earnReserve',
    invariant: 'I4',
    text: (house) =>
      `select format('the earn reserve of book %s holds %s %s, its legs say %s', book, r.amount, currency, l.amount) as detail
       from (select book, currency, amount from ${house} h where bucket = 'RESERVE_EARN') l
       full join earn_reserve r using (book, currency) where coalesce(r.amount, 0) <> coalesce(l.amount, 0)`,
  },
  {
    name: 'loanPool',
    invariant: 'I4',
    text: (house) =>
      `select format('the loan pool holds %s %s, its legs say %s', p.amount, currency, l.amount) as detail
       from (select currency, sum(amount) as amount from ${house} h where bucket = 'LOAN_POOL' group by 1) l
       full join loan_pool p using (currency) where coalesce(p.amount, 0) <> coalesce(l.amount, 0)`,
  },
  // What WELFARE can still promise is what it holds less what it promised and did not pay yet.
  {
    name: 'welfareFund',
    invariant: 'I4',
    text: (house) =>
      `select format('WELFARE can promise %s %s, its legs and vouchers say %s', w.amount, currency, l.amount) as detail
       from (
         select currency, sum(amount) as amount from (
           select currency, amount from ${house} h where bucket = 'WELFARE'
           union all select 'USDT', -rest from voucher where rest > 0) held group by 1) l
       full join welfare_fund w using (currency) where coalesce(w.amount, 0) <> coalesce(l.amount, 0)`,
  },
  // What was set aside for gains of funds is what is fixed and not paid yet.
  {
    name: 'fund',
    invariant: 'I4',
    text: (house) =>
      `select format('FUND of book %s holds %s %s, what is fixed and not paid is %s', book, l.amount, currency, f.amount) as detail
       from (select book, currency, amount from ${house} h where bucket = 'FUND') l
       full join (
         select o.account_type as book, o.currency, sum(p.money - p.cost) as amount from fund_payout p join product_order o on o.id = p.order_id
         where o.account_type = 1 and o.status in (3, 5) and p.at_ms >= o.exit_due_ms and p.money > p.cost group by 1, 2
       ) f using (book, currency) where coalesce(l.amount, 0) <> coalesce(f.amount, 0)`,
  },
  // How much of a product runs is what its orders are: caps and what the reserve owes stand on it. Debts are counted by their projects.
  {
    name: 'sold',
    invariant: 'I4',
    text: () =>
      `select format('%s of book %s runs with %s, its orders are %s', s.product_id, s.book, s.amount - s.over, o.taken) as detail
       from product_sold s join product p on p.id = s.product_id cross join lateral (
         select coalesce(sum(coalesce(num, money)), 0) as taken from product_order
         where product_id = s.product_id and account_type = s.book and status in (0, 1, 3, 5)
       ) o where p.type <> 5 and (p.type <> 4 or s.book = 1) and s.amount - s.over <> o.taken`,
  },
  // What borrowers have is what was lent to them less what was shared out, and no receipt is shared out beyond what came in.
  {
    name: 'borrowers',
    invariant: 'I4',
    text: (house) =>
      `select format('BORROWERS of book %s holds %s %s, lent less shared out is %s', book, l.amount, currency, d.amount) as detail
       from (select book, currency, amount from ${house} h where bucket = 'BORROWERS') l
       full join (
         select book, currency, sum(amount) as amount from (
           select d.book, p.currency, d.raised as amount from debt_project d join product p on p.id = d.product_id where d.raised is not null
           union all select r.book, p.currency, -s.principal - s.interest from debt_share s join debt_receipt r on r.id = s.receipt_id
             join product p on p.id = r.product_id
         ) b group by 1, 2
       ) d using (book, currency) where coalesce(l.amount, 0) <> coalesce(d.amount, 0)`,
  },
  {
    name: 'receipts',
    invariant: 'I4',
    text: () =>
      `select format('receipt %s is of %s, shared out are %s', r.id, r.amount, s.amount) as detail
       from debt_receipt r join (select receipt_id, sum(principal + interest) as amount from debt_share group by 1) s on s.receipt_id = r.id
       where s.amount > r.amount`,
  },
]
