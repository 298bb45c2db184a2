-- The nightly check of the ledger's invariants (docs/rules/ledger.md), in pieces of bounded size: whoever comes next goes on where it stopped.

create table ledger_check (
  id bigint primary key generated always as identity,
  -- The UTC+8 day of a nightly check, so that all servers make one; null for one that staff asked for.
  day text unique check (day ~ '^\d{4}-\d\d-\d\d$'),
  -- It reads everything anew, instead of what came since the one before and a part of the rest.
  is_whole boolean not null,
  begun_ms bigint not null,
  -- Transactions below this one are over before the newest postings count as read.
  horizon xid8 not null,
  -- The first day whose incomes are computed again.
  since_day text not null,
  ended_ms bigint,
  -- Whether every invariant held; null until it ended.
  holds boolean,
  check ((ended_ms is null) = (holds is null))
);
create index ledger_check_ended on ledger_check (id desc) where ended_ms is not null;

-- How far the newest check is, by what it goes through. New postings and legs go on from night to night; the others begin again once they
-- came to their end.
create table ledger_check_piece (
  name text primary key,
  check_id bigint not null references ledger_check (id),
  -- The last key that was read, and the last that there is to read.
  done_to bigint not null,
  end_at bigint not null,
  -- How many keys are read at once: halved when a statement takes too long.
  size integer not null check (size > 0),
  -- How many keys may still be read in this check; null: all.
  remaining bigint,
  is_done boolean not null default false,
  -- It came to the end of its keys, so the next check begins at the first.
  is_through boolean not null default false
);

create table ledger_violation (
  check_id bigint not null references ledger_check (id),
  invariant text not null check (invariant ~ '^I[1-8]$'),
  detail text not null,
  found_ms bigint not null,
  primary key (check_id, invariant, detail)
);
create trigger ledger_violation_immutable before update or delete or truncate on ledger_violation
  for each statement execute function refuse_change();

-- What the legs that were read leave in each account, so that no night adds up those of before: people's by bucket, the house's by account.
create table ledger_checked_balance (
  user_id bigint not null,
  book smallint not null,
  currency text not null,
  bucket text not null,
  amount numeric(36, 8) not null,
  primary key (user_id, book, currency, bucket)
);
create table ledger_checked_house (
  book smallint not null,
  bucket text not null,
  currency text not null,
  amount numeric(36, 8) not null,
  primary key (book, bucket, currency)
);

-- Of the newest check: what custody holds of a currency in the real account, and what people own of it.
create table ledger_custody (
  currency text primary key,
  custody numeric(36, 8) not null,
  owned numeric(36, 8) not null
);

-- At most one row: a check found the ledger broken, so nothing opens and nothing is paid out until staff lift it after one that holds.
create table ledger_halt (
  is_halted boolean primary key default true check (is_halted),
  check_id bigint not null references ledger_check (id),
  since_ms bigint not null
);
