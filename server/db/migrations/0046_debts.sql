-- Debt crowdfunding (product 2.9). A project raises in each book by itself; its terms are fixed when it opens.
create table debt_project (
  product_id text not null references product (id),
  book smallint not null check (book in (1, 2)),
  -- 0 upcoming, 1 raising, 2 repaying, 3 repaid, -1 failed, -2 defaulted.
  status smallint not null default 0 check (status between -2 and 3),
  opens_ms bigint not null,
  deadline_ms bigint not null check (deadline_ms > opens_ms),
  target numeric(36, 8) not null check (target > 0),
  annual_rate numeric not null check (annual_rate >= 0),
  days integer not null check (days > 0),
  repay text not null check (repay in ('maturity', 'monthly')),
  -- What went to the borrower, and the first day that bears interest.
  raised numeric(36, 8) check (raised > 0),
  start_day wire_day,
  -- Up to that day interest is owed when it defaulted.
  defaulted_day wire_day,
  closed_ms bigint,
  primary key (product_id, book),
  check ((status in (0, 1, -1)) = (start_day is null)),
  check ((start_day is null) = (raised is null)),
  check (status <> -2 or defaulted_day is not null),
  check (defaulted_day is null or status in (-2, 3)),
  check ((status in (-1, 3)) = (closed_ms is not null))
);

create function debt_project_goes_forward() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE'
    or (new.product_id, new.book, new.opens_ms, new.deadline_ms, new.target, new.annual_rate, new.days, new.repay)
      is distinct from
       (old.product_id, old.book, old.opens_ms, old.deadline_ms, old.target, old.annual_rate, old.days, old.repay)
    or (old.start_day is not null and (new.start_day, new.raised) is distinct from (old.start_day, old.raised))
    or (old.defaulted_day is not null and new.defaulted_day is distinct from old.defaulted_day)
    or not (case old.status
      when 0 then new.status in (0, 1)
      when 1 then new.status in (1, 2, -1)
      when 2 then new.status in (2, 3, -2)
      when -2 then new.status in (-2, 3)
      else false end)
  then
    raise exception 'debt project % of book % is over, or its terms are fixed', old.product_id, old.book using errcode = 'FL002';
  end if;
  return new;
end $$;
create trigger debt_project_goes_forward before update or delete on debt_project
for each row execute function debt_project_goes_forward();

-- What the borrower owes and when: written when the project starts. Days count from its first.
create table debt_due (
  product_id text not null,
  book smallint not null,
  number smallint not null check (number > 0),
  from_day integer not null check (from_day >= 0),
  to_day integer not null check (to_day > from_day),
  is_last boolean not null,
  due_day wire_day not null,
  -- When the borrower paid it; it is shared out by its receipt.
  paid_ms bigint,
  primary key (product_id, book, number),
  foreign key (product_id, book) references debt_project (product_id, book)
);
create function debt_due_is_paid_once() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.paid_ms is not null or new.paid_ms is null
    or (new.product_id, new.book, new.number, new.from_day, new.to_day, new.is_last, new.due_day)
      is distinct from (old.product_id, old.book, old.number, old.from_day, old.to_day, old.is_last, old.due_day)
  then
    raise exception 'instalment % of % is paid once and never changed', old.number, old.product_id using errcode = 'FL002';
  end if;
  return new;
end $$;
create trigger debt_due_is_paid_once before update or delete on debt_due for each row execute function debt_due_is_paid_once();

-- What a borrower paid: an instalment (number), or a recovery after a default. Proposed by one, agreed to by another, then shared out.
create table debt_receipt (
  id bigint primary key,
  product_id text not null,
  book smallint not null,
  number smallint,
  amount numeric(36, 8) not null check (amount >= 0),
  -- Of a recovery: all that was still owed, of which the amount is a share.
  claims numeric(36, 8) check (claims >= amount),
  -- Nothing more will come: the orders end with it.
  is_final boolean not null default false,
  -- 0 proposed, 1 agreed, 2 shared out, -1 declined.
  status smallint not null default 0 check (status between -1 and 2),
  day wire_day not null,
  proposed_by text not null check (proposed_by <> ''),
  decided_by text,
  at_ms bigint not null,
  check (num_nonnulls(number, claims) = 1),
  check ((status = 0) = (decided_by is null)),
  check (number is not null or amount > 0 or is_final),
  foreign key (product_id, book) references debt_project (product_id, book),
  foreign key (product_id, book, number) references debt_due (product_id, book, number)
);
-- An instalment is paid once; recoveries come one after the other, one a day.
create unique index debt_receipt_of_instalment on debt_receipt (product_id, book, number) where number is not null and status >= 0;
create unique index debt_receipt_of_day on debt_receipt (product_id, book, day) where number is null and status >= 0;
create unique index debt_receipt_one_recovery on debt_receipt (product_id, book) where number is null and status in (0, 1);
create index debt_receipt_open on debt_receipt (product_id, book, id) where status = 1;
create function debt_receipt_goes_forward() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE'
    or (new.id, new.product_id, new.book, new.number, new.amount, new.claims, new.is_final, new.day, new.proposed_by, new.at_ms)
      is distinct from
       (old.id, old.product_id, old.book, old.number, old.amount, old.claims, old.is_final, old.day, old.proposed_by, old.at_ms)
    or not (case old.status when 0 then new.status in (1, -1) when 1 then new.status = 2 else false end)
  then
    raise exception 'receipt % is decided once and stays', old.id using errcode = 'FL002';
  end if;
  return new;
end $$;
create trigger debt_receipt_goes_forward before update or delete on debt_receipt
for each row execute function debt_receipt_goes_forward();

-- One row for each receipt and order: the key is what makes it come in once.
create table debt_share (
  receipt_id bigint not null references debt_receipt (id),
  order_id bigint not null references product_order (id),
  principal numeric(36, 8) not null check (principal >= 0),
  interest numeric(36, 8) not null check (interest >= 0),
  at_ms bigint not null,
  primary key (receipt_id, order_id)
);
create trigger debt_share_immutable before update or delete or truncate on debt_share
for each statement execute function refuse_change();

-- An order follows its project: it starts with it and defaults with it.
create function debt_order_follows() returns trigger language plpgsql as $$
declare
  project smallint;
begin
  if tg_op = 'UPDATE' and new.status = old.status then
    return new;
  end if;
  select status into project from debt_project where product_id = new.product_id and book = new.account_type;
  if (tg_op = 'INSERT' and project is distinct from 1)
    or (tg_op = 'UPDATE' and old.status = 0 and new.status = 1 and project is distinct from 2)
    or (tg_op = 'UPDATE' and new.status = 6 and project is distinct from -2)
  then
    raise exception 'debt order % is % and its project %', new.id, new.status, project using errcode = 'FL002';
  end if;
  return new;
end $$;
create trigger debt_order_follows before insert or update on product_order
for each row when (new.type = 5) execute function debt_order_follows();
alter table product_order add constraint product_order_defaults_as_debt check (status <> 6 or type = 5);
create index product_order_of_debt on product_order (product_id, account_type, status, id) where type = 5;
