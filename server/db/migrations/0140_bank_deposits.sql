-- Money that comes in by bank (product 1.3 call 43, 2.13): where it is sent, by whose reference, and the lines of bank statements that stand
-- for it. What one of the staff enters, another agrees to. Times are epoch milliseconds.

-- Where people send a currency; the newest that was agreed to holds.
create table bank_details (
  id bigint primary key,
  currency text not null check (currency <> ''),
  bank_name text not null check (bank_name <> ''),
  holder text not null check (holder <> ''),
  account text not null check (account <> ''),
  swift text not null default '',
  entered_by bigint not null references staff (id),
  entered_ms bigint not null,
  -- 0 waiting, 1 agreed to, -1 declined.
  status smallint not null default 0 check (status in (0, 1, -1)),
  decided_by bigint references staff (id),
  decided_ms bigint,
  check ((status = 0) = (decided_by is null) and (status = 0) = (decided_ms is null)),
  -- To decline, one is enough.
  check (status <> 1 or decided_by <> entered_by)
);
create index bank_details_agreed on bank_details (currency, decided_ms desc, id desc) where status = 1;
create index bank_details_waiting on bank_details (id) where status = 0;

-- What a person writes beside a transfer, the same for every currency and for good.
create sequence bank_reference_number minvalue 0;
create table bank_reference (
  user_id bigint primary key,
  reference text not null unique check (reference <> ''),
  created_ms bigint not null
);
create trigger bank_reference_immutable before update or truncate on bank_reference for each statement execute function refuse_change();

-- A line of the bank's statement. Each stands for money once, by the bank's own reference of it.
create table bank_line (
  id bigint primary key,
  user_id bigint not null,
  -- The claim that it answers, or the deposit that was made of it.
  deposit_id bigint references deposit (id),
  currency text not null check (currency <> ''),
  amount numeric(36, 8) not null check (amount > 0),
  -- In large letters and without spaces.
  bank_reference text not null check (bank_reference ~ '^[!-~]{4,64}$'),
  -- When the bank says it came, and from whom.
  value_day text not null check (value_day ~ '^\d{4}-\d\d-\d\d$'),
  sender text not null check (sender <> ''),
  entered_by bigint not null references staff (id),
  entered_ms bigint not null,
  -- 0 waiting, 1 agreed to and posted, -1 declined.
  status smallint not null default 0 check (status in (0, 1, -1)),
  decided_by bigint references staff (id),
  decided_ms bigint,
  check ((status = 0) = (decided_by is null) and (status = 0) = (decided_ms is null)),
  check (status <> 1 or deposit_id is not null),
  check (status <> 1 or decided_by <> entered_by)
);
create unique index bank_line_once on bank_line (currency, bank_reference) where status >= 0;
create unique index bank_line_of_deposit on bank_line (deposit_id) where status >= 0;
create index bank_line_waiting on bank_line (id) where status = 0;
create index bank_line_of_user on bank_line (user_id, id);

create function bank_decides_once() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.status = 0 and new.status <> 0
    and (to_jsonb(new) - '{status,decided_by,decided_ms,deposit_id}'::text[]) = (to_jsonb(old) - '{status,decided_by,decided_ms,deposit_id}'::text[])
    and (to_jsonb(old) ->> 'deposit_id' is null or to_jsonb(new) ->> 'deposit_id' = to_jsonb(old) ->> 'deposit_id') then
    return new;
  end if;
  raise exception '% of what staff entered for a bank is refused: it is decided once and stays', tg_op using errcode = 'FL005';
end $$;
create trigger bank_details_decides_once before update or delete on bank_details for each row execute function bank_decides_once();
create trigger bank_line_decides_once before update or delete on bank_line for each row execute function bank_decides_once();
create trigger bank_details_kept before truncate on bank_details for each statement execute function refuse_change();
create trigger bank_line_kept before truncate on bank_line for each statement execute function refuse_change();

-- Of a transfer by bank the statement says how much came; what was claimed stays beside it.
alter table deposit drop constraint deposit_check6;
alter table deposit add constraint deposit_credits_what_came check (credited = money - claimed or source = 'bank');
