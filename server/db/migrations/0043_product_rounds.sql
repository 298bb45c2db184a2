-- One day's incomes of all products of a currency, in one book: their share is fixed together, before the first is paid (product 2.9).
create table product_round (
  book smallint not null check (book in (1, 2)),
  currency text not null check (currency <> ''),
  day wire_day not null,
  due numeric(36, 8) not null check (due >= 0),
  -- What the reserve held then; null in the DEMO book, where incomes are issued.
  reserve numeric(36, 8) check (reserve >= 0),
  paid numeric not null check (paid between 0 and 1),
  is_done boolean not null default false,
  decided_ms bigint not null,
  primary key (book, currency, day)
);
create index product_round_open on product_round (book, currency, day) where not is_done;

-- What was worked out for a day is never worked out again.
create trigger product_day_immutable before update or truncate on product_day for each statement execute function refuse_change();

-- Sums of the house's accounts that calls show (fair/reserves); RESERVE_EARN has its own table.
create index leg_of_shown_reserves on leg (book, bucket) include (currency, amount)
  where user_id is null and bucket in ('RESERVE_OPTION', 'LOAN_POOL');
