-- Earn products (product 2.9). Days are the server's, UTC+8, as 'YYYY-MM-DD'; times are epoch milliseconds. A rate, a unit value or a
-- machine's output is `value`; what an order gets for a day is trunc(weight * value * paid, 8).

create domain wire_day as text check (value ~ '^\d{4}-\d\d-\d\d$');

-- What is on offer: rows of server/db/seed/products.ts. Terms of sold orders are copied into the order, so a row may change for later ones.
create table product (
  id text primary key check (id <> ''),
  -- 1 arbitrage, 2 pledge, 3 AI-quant, 4 miner, 5 debt.
  type smallint not null check (type between 1 and 5),
  currency text not null check (currency <> ''),
  income_currency text not null check (income_currency <> ''),
  -- 0: open-ended.
  days integer not null check (days >= 0),
  rate_max numeric not null check (rate_max >= 0),
  -- In `currency`; of a miner: what one machine costs, and the most that one order has.
  min_money numeric(36, 8) not null check (min_money > 0),
  max_money numeric(36, 8) not null check (max_money >= min_money),
  step_money numeric(36, 8) not null check (step_money > 0),
  user_cap numeric(36, 8) check (user_cap > 0),
  total_cap numeric(36, 8) check (total_cap > 0),
  level_limit smallint not null default 0 check (level_limit >= 0),
  purchase_limit integer check (purchase_limit > 0),
  start_ms bigint,
  end_ms bigint,
  is_closed boolean not null default false,
  risk_grade smallint not null check (risk_grade between 1 and 5),
  place integer not null,
  -- The first whole day that it is on offer: from then on its days are worked out.
  since_day wire_day not null,
  -- What its kind alone reads.
  terms jsonb not null default '{}'
);
create index product_in_order on product (type, place, id);

-- How much of a product runs, in each book: its currency, or machines. The row is locked by a purchase, so that the last unit is sold once; null cap: nobody waits.
create table product_sold (
  product_id text not null references product (id),
  book smallint not null check (book in (1, 2)),
  amount numeric(36, 8) not null default 0 check (amount >= 0),
  primary key (product_id, book)
);

-- What a product was worth or brought on a day, worked out once from the price record. `is_back_test`: before there was a product.
create table product_day (
  product_id text not null references product (id),
  day wire_day not null,
  value numeric not null check (value >= 0),
  inputs jsonb not null default '[]',
  is_back_test boolean not null default false,
  decided_ms bigint not null,
  primary key (product_id, day)
);

-- What all orders of a product may ask for a day, and the share of it that the reserve could pay: fixed before the first is paid.
create table product_due (
  product_id text not null references product (id),
  book smallint not null check (book in (1, 2)),
  day wire_day not null,
  due numeric(36, 8) not null check (due >= 0),
  paid numeric not null check (paid between 0 and 1),
  -- Every order of that day has its income.
  is_done boolean not null default false,
  primary key (product_id, book, day),
  foreign key (product_id, day) references product_day (product_id, day)
);
create index product_due_open on product_due (day, product_id, book) where not is_done;

create table product_order (
  id bigint primary key,
  order_no text not null unique,
  product_id text not null references product (id),
  user_id bigint not null,
  account_type smallint not null check (account_type in (1, 2)),
  type smallint not null check (type between 1 and 5),
  currency text not null check (currency <> ''),
  income_currency text not null check (income_currency <> ''),
  money numeric(36, 8) not null check (money > 0),
  -- What a day's value is multiplied by: money or machines; 0 where nothing comes in by the day.
  weight numeric(36, 8) not null check (weight >= 0),
  num integer check (num > 0),
  units numeric(36, 8) check (units >= 0),
  buy_nav numeric check (buy_nav > 0),
  -- 0 not started, 1 running, 2 ended, 3 frozen, 4 cancelled, 5 exiting, 6 defaulted.
  status smallint not null default 0 check (status between 0 and 6),
  bought_ms bigint not null,
  -- The first day that counts; a debt's is known when it is funded.
  start_day wire_day,
  -- The day that does not count any more; null: open-ended.
  end_day wire_day,
  days integer not null check (days >= 0),
  -- The last day whose income it has.
  paid_through wire_day,
  income_total numeric(36, 8) not null default 0 check (income_total >= 0),
  -- What of it is in the person's INVEST bucket now: in `currency`, and incomes of frozen days in `income_currency`.
  held numeric(36, 8) not null check (held >= 0),
  held_income numeric(36, 8) not null default 0 check (held_income >= 0),
  -- Leaving: when it was asked for, when it is paid, how many units of it.
  exit_asked_ms bigint,
  exit_due_ms bigint,
  exit_units numeric(36, 8) check (exit_units > 0),
  exit_fee numeric(36, 8) check (exit_fee >= 0),
  returned numeric(36, 8) check (returned >= 0),
  closed_ms bigint,
  frozen_reason text,
  frozen_until_ms bigint,
  late_since_ms bigint,
  terms jsonb not null default '{}',
  check ((status in (2, 4)) = (closed_ms is not null)),
  check (status not in (2, 4) or (held = 0 and held_income = 0)),
  check (status <> 3 or num_nulls(frozen_reason, frozen_until_ms) = 0),
  check (status <> 5 or num_nulls(exit_asked_ms, exit_due_ms) = 0)
);
create index product_order_of_user on product_order (user_id, account_type, id desc);
create index product_order_of_user_by_type on product_order (user_id, account_type, type, id desc);
create index product_order_open_of_user on product_order (user_id, account_type, product_id) where status in (0, 1, 3, 5, 6);
-- What is due, found without looking at what is over: incomes by product and day, starts, ends and exits.
create index product_order_unpaid on product_order (product_id, account_type, paid_through, id)
  where status in (1, 3, 5) and weight > 0;
create index product_order_to_start on product_order (start_day, id) where status = 0;
create index product_order_to_end on product_order (end_day, id) where status in (1, 5);
create index product_order_to_leave on product_order (exit_due_ms, id) where status = 5;
create index product_order_frozen on product_order (frozen_until_ms, id) where status = 3;

-- Final states are final, what was agreed is never edited (product 2.9).
create function product_order_keeps_its_terms() returns trigger language plpgsql as $$
begin
  if old.status in (2, 4)
    or (new.id, new.order_no, new.product_id, new.user_id, new.account_type, new.type, new.currency, new.income_currency, new.money,
        new.num, new.bought_ms, new.days, new.terms)
      is distinct from
       (old.id, old.order_no, old.product_id, old.user_id, old.account_type, old.type, old.currency, old.income_currency, old.money,
        old.num, old.bought_ms, old.days, old.terms)
    or new.income_total < old.income_total
    or new.paid_through < old.paid_through
    or not (case old.status
      when 0 then new.status in (0, 1, 4)
      when 1 then new.status <> 0
      when 3 then new.status in (1, 2, 3, 5)
      when 5 then new.status in (2, 3, 5) or (new.status = 1 and new.exit_units is null)
      when 6 then new.status in (2, 6) end)
  then
    raise exception 'product order % is over, or its terms are fixed', old.id using errcode = 'FL002';
  end if;
  return new;
end $$;
create trigger product_order_keeps_its_terms before update on product_order for each row execute function product_order_keeps_its_terms();
create function product_order_is_never_deleted() returns trigger language plpgsql as $$
begin
  raise exception 'product order % cannot be deleted', old.id using errcode = 'FL002';
end $$;
create trigger product_order_is_never_deleted before delete on product_order
for each row execute function product_order_is_never_deleted();

-- One row for each order and day: the key is what makes a day's income come in once.
create table product_income (
  order_id bigint not null references product_order (id),
  day wire_day not null,
  basis numeric not null check (basis >= 0),
  paid numeric not null check (paid between 0 and 1),
  amount numeric(36, 8) not null check (amount >= 0),
  at_ms bigint not null,
  primary key (order_id, day)
);
create trigger product_income_immutable before update or delete or truncate on product_income
for each statement execute function refuse_change();

-- What the house holds in RESERVE_EARN to pay incomes from, beside its legs so that nobody adds up all of them; never below zero.
create table earn_reserve (
  book smallint not null check (book in (1, 2)),
  currency text not null check (currency <> ''),
  amount numeric(36, 8) not null check (amount >= 0),
  primary key (book, currency)
);

-- Books one posting for each of many orders in one statement: a person's bucket gains what a house account gives. Amounts are positive;
-- the wallets are locked by the caller. Reference ids are different.
create function post_each(
  p_book smallint, p_ref_type text, p_at_ms bigint, p_currency text, p_type smallint, p_house text,
  p_ref_ids text[], p_order_nos text[], p_users bigint[], p_buckets text[], p_amounts numeric[]
) returns bigint language plpgsql as $$
declare
  booked bigint;
begin
  with given as materialized (
    select * from unnest(p_ref_ids, p_order_nos, p_users, p_buckets, p_amounts)
      with ordinality g (ref_id, order_no, user_id, bucket, amount, n)
  ), held as (
    insert into balance as b (user_id, book, currency, bucket, amount)
    select user_id, p_book, p_currency, bucket, sum(amount) from given group by user_id, bucket order by user_id, bucket
    on conflict (user_id, book, currency, bucket) do update set amount = b.amount + excluded.amount
    returning b.user_id, b.bucket, b.amount
  ), entry as (
    insert into posting (book, ref_type, ref_id, order_no, at_ms)
    select p_book, p_ref_type, ref_id, order_no, p_at_ms from given order by n
    returning id, ref_id
  ), after as (
    select g.*, e.id as posting_id, h.amount - coalesce(sum(g.amount) over (
        partition by g.user_id, g.bucket order by g.n rows between 1 following and unbounded following), 0) as balance_after
    from given g join entry e using (ref_id) join held h using (user_id, bucket)
  ), side as (
    select n, 1 as place, posting_id, user_id, bucket, amount, p_type as type, balance_after - amount as before, balance_after from after
    union all
    select n, 2, posting_id, null, p_house, -amount, null, null, null from after
  ), added as (
    insert into leg (posting_id, book, user_id, currency, bucket, amount, type, balance_before, balance_after, at_ms)
    select posting_id, p_book, user_id, p_currency, bucket, amount, type, before, balance_after, p_at_ms from side order by n, place
    returning 1
  )
  select count(*) into booked from added;
  return booked;
end $$;

-- A person's level (product 2.14); 0 until levels are reached.
alter table account add column level smallint not null default 0 check (level >= 0);
