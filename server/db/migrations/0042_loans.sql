-- Loans of the REAL book (product 2.12). Rates are fractions a day; days are the server's, UTC+8; times are epoch milliseconds. What is owed
-- on a day follows from these columns alone (src/rules/loan.ts): no run has to have happened for it to be right.
create table loan (
  id bigint primary key,
  order_no text not null unique,
  user_id bigint not null,
  set_id text not null check (set_id <> ''),
  -- 1 credit, 2 pledge.
  kind smallint not null check (kind in (1, 2)),
  currency text not null check (currency <> ''),
  amount numeric(36, 8) not null check (amount > 0),
  days integer not null check (days between 1 and 365),
  daily_rate numeric not null check (daily_rate >= 0 and daily_rate <= 0.0005),
  late_factor numeric not null check (late_factor >= 1 and late_factor <= 1.5),
  grace_days integer not null check (grace_days >= 0),
  purpose text,
  income text,
  -- Of a pledge: what lies in COLLATERAL now, what was sold of it, what went back, and the terms under which it is sold.
  collateral_currency text,
  collateral numeric(36, 8) not null default 0 check (collateral >= 0),
  collateral_sold numeric(36, 8) not null default 0 check (collateral_sold >= 0),
  collateral_returned numeric(36, 8) not null default 0 check (collateral_returned >= 0),
  price_step numeric check (price_step > 0),
  init_ltv numeric check (init_ltv > 0 and init_ltv < call_ltv),
  call_ltv numeric check (call_ltv < liq_ltv),
  liq_ltv numeric check (liq_ltv < 1),
  liq_fee numeric check (liq_fee between 0 and 0.01),
  -- 0 pending review, 1 under review, 2 passed, 3 paid out, 4 settled, 5 overdue, -1 rejected, -2 cancelled, -3 liquidated.
  status smallint not null default 0 check (status between -3 and 5),
  reason text check (reason in ('limit_exceeded', 'documents_expired', 'income_not_enough', 'overdue_before', 'sanction_match', 'legal_order')),
  created_ms bigint not null,
  review_by_ms bigint,
  decided_ms bigint,
  decided_by text not null default '',
  start_ms bigint,
  end_ms bigint,
  start_day wire_day,
  end_day wire_day,
  closed_ms bigint,
  -- What is left of the principal, since which day interest runs on it, and what ran before and is not paid yet.
  principal_left numeric(36, 8) not null default 0 check (principal_left between 0 and amount),
  interest_from wire_day,
  interest_carried numeric(36, 8) not null default 0 check (interest_carried >= 0),
  late_carried numeric(36, 8) not null default 0 check (late_carried >= 0),
  interest_paid numeric(36, 8) not null default 0 check (interest_paid >= 0),
  late_paid numeric(36, 8) not null default 0 check (late_paid >= 0),
  overdue_ms bigint,
  -- The day for which these are reckoned: at or below them the coins are called for, or sold.
  reckoned_day wire_day,
  call_price numeric check (call_price > 0),
  liq_price numeric check (liq_price > 0),
  called_ms bigint,
  -- Told that it ends soon (0 to 2 times), that it is overdue (0 to 3 times) and on which day last; when the balance was last asked.
  reminders smallint not null default 0 check (reminders between 0 and 2),
  notices smallint not null default 0 check (notices between 0 and 3),
  notice_day wire_day,
  debit_day wire_day,
  -- The sale: the second of the record, its mid, the price, and what the house bore.
  liq_sec bigint,
  liq_mid numeric check (liq_mid > 0),
  liq_exec numeric check (liq_exec > 0),
  liq_fee_paid numeric(36, 8) check (liq_fee_paid >= 0),
  covered numeric(36, 8) check (covered >= 0),
  check ((kind = 1) = (num_nulls(purpose, income) = 0) and (kind = 1) = (review_by_ms is not null)),
  check ((kind = 2) = (num_nulls(collateral_currency, price_step, init_ltv, call_ltv, liq_ltv, liq_fee) = 0)),
  check (kind = 2 or (status <> -3 and collateral = 0 and collateral_sold = 0 and collateral_returned = 0)),
  check ((status in (4, -1, -2, -3)) = (closed_ms is not null)),
  check ((status = -1) = (reason is not null)),
  check ((status in (3, 4, 5, -3)) = (num_nulls(start_ms, end_ms, start_day, end_day, interest_from) = 0)),
  check ((principal_left > 0) = (status in (3, 5))),
  check (status in (3, 5) or collateral = 0),
  check (kind = 1 or status not in (3, 5) or (collateral > 0 and num_nulls(reckoned_day, call_price, liq_price) = 0)),
  check ((overdue_ms is null) or status in (5, 4, -3)),
  check (status <> 5 or overdue_ms is not null),
  check (debit_day is null or notices = 3),
  check ((status = -3) = (num_nulls(liq_sec, liq_mid, liq_exec, liq_fee_paid, covered) = 0)),
  -- Nobody ever pays more for a loan than they got.
  check (interest_paid + late_paid <= amount)
);
create index loan_of_user on loan (user_id, id desc);
create index loan_open_of_user on loan (user_id) where status in (0, 1, 2, 3, 5);
-- One application at a time.
create unique index loan_one_application on loan (user_id) where kind = 1 and status in (0, 1, 2);
-- What is due, found without looking at what is over.
create index loan_undecided on loan (created_ms, id) where status in (0, 1) and kind = 1;
create index loan_passed on loan (id) where status = 2;
create index loan_to_end on loan (end_ms, id) where status = 3;
create index loan_overdue on loan (id) where status = 5;
create index loan_to_reckon on loan (reckoned_day, id) where kind = 2 and status in (3, 5);
create index loan_to_call on loan (collateral_currency, call_price) where kind = 2 and status in (3, 5) and called_ms is null;
create index loan_called on loan (collateral_currency, call_price) where kind = 2 and status in (3, 5) and called_ms is not null;
create index loan_to_sell on loan (collateral_currency, liq_price) where kind = 2 and status in (3, 5);

-- What was agreed is never edited, the way is the one of the specification, what is over is over, and nothing owed ever grows by hand.
create function loan_keeps_its_way() returns trigger language plpgsql as $$
begin
  if (new.id, new.order_no, new.user_id, new.set_id, new.kind, new.currency, new.amount, new.days, new.daily_rate, new.late_factor,
      new.grace_days, new.purpose, new.income, new.collateral_currency, new.price_step, new.init_ltv, new.call_ltv, new.liq_ltv, new.liq_fee,
      new.created_ms, new.review_by_ms)
    is distinct from
     (old.id, old.order_no, old.user_id, old.set_id, old.kind, old.currency, old.amount, old.days, old.daily_rate, old.late_factor,
      old.grace_days, old.purpose, old.income, old.collateral_currency, old.price_step, old.init_ltv, old.call_ltv, old.liq_ltv, old.liq_fee,
      old.created_ms, old.review_by_ms)
    or (old.start_ms is not null and (new.start_ms, new.end_ms, new.start_day, new.end_day)
      is distinct from (old.start_ms, old.end_ms, old.start_day, old.end_day))
    or (old.start_ms is not null and new.principal_left > old.principal_left)
    or new.collateral_sold < old.collateral_sold or new.collateral_returned < old.collateral_returned
    or new.interest_from < old.interest_from or new.debit_day < old.debit_day or new.notices < old.notices
  then
    raise exception 'the terms of loan % are fixed', old.id using errcode = 'FL002';
  end if;
  if not (case old.status
    when 0 then new.status in (0, -1, -2) or new.status = (case when new.kind = 1 then 1 else 2 end)
    when 1 then new.status in (1, 2, -1, -2)
    when 2 then new.status in (2, 3, -2)
    when 3 then new.status in (3, 4, 5) or (new.status = -3 and new.kind = 2)
    when 5 then new.status in (5, 4) or (new.status = -3 and new.kind = 2)
    else false end)
  then
    raise exception 'loan % cannot go from % to %', old.id, old.status, new.status using errcode = 'FL002';
  end if;
  return new;
end $$;
create trigger loan_keeps_its_way before update on loan for each row execute function loan_keeps_its_way();
create trigger loan_stays before delete or truncate on loan for each statement execute function refuse_change();

-- What came back of a loan: out of the person's own money, debited when overdue, out of sold coins, or the payout given back.
create table loan_repayment (
  id bigint primary key generated always as identity,
  loan_id bigint not null references loan (id),
  principal numeric(36, 8) not null check (principal >= 0),
  -- Below zero: what had been paid was given back with the payout.
  interest numeric(36, 8) not null,
  late numeric(36, 8) not null check (late >= 0),
  how text not null check (how in ('own', 'debited', 'collateral', 'returned')),
  at_ms bigint not null,
  check (interest >= 0 or how = 'returned'),
  check (principal > 0 or interest > 0 or late > 0)
);
create index loan_repayment_of on loan_repayment (loan_id, id);
create trigger loan_repayment_immutable before update or delete or truncate on loan_repayment
for each statement execute function refuse_change();

-- What the house holds in LOAN_POOL to lend, beside its legs so that nobody adds up all of them; never below zero.
create table loan_pool (
  currency text primary key check (currency <> ''),
  amount numeric(36, 8) not null check (amount >= 0)
);
insert into loan_pool (currency, amount)
select currency, sum(amount) from leg where user_id is null and bucket = 'LOAN_POOL' and book = 1 group by currency;
