-- The staff side (product 3.2): who may do what, a log that cannot be changed unseen, corrections of balances by two people (I8), and
-- every look at somebody's personal data.

create table staff (
  id bigint primary key generated always as identity,
  -- Never given to anybody else afterwards.
  name text not null unique check (name ~ '^[a-z][a-z0-9-]{1,31}$'),
  roles text[] not null check (cardinality(roles) > 0 and roles <@ array['reviewer', 'contentEditor', 'productManager', 'risk', 'auditor']),
  -- SHA-256 of the key, which is shown once and kept nowhere.
  key_hash bytea not null unique check (length(key_hash) = 32),
  added_ms bigint not null,
  ended_ms bigint
);

create function refuse_staff_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.ended_ms is null and new.ended_ms is not null
    and (new.id, new.name, new.roles, new.key_hash, new.added_ms) = (old.id, old.name, old.roles, old.key_hash, old.added_ms) then
    return new;
  end if;
  raise exception '% of a staff account is refused: it can only be ended', tg_op using errcode = 'FL005';
end $$;
create trigger staff_only_ends before update or delete on staff for each row execute function refuse_staff_change();

-- Each row's hash is SHA-256 of the hash before it (32 zero bytes before the first) and of its text. The newest hash is a leaf of the
-- price record's tree each minute that something was added ('LOG:OPERATOR'), so that anyone who kept a signed head can tell a change.
create table operator_log (
  seq bigint primary key check (seq > 0),
  -- Canonical JSON: {about, action, at, by, seq}.
  body text not null check (body <> ''),
  prev bytea not null,
  hash bytea not null unique
);

create function operator_log_grows() returns trigger language plpgsql as $$
declare
  last record;
begin
  if tg_op <> 'INSERT' then
    raise exception '% of the operator log is refused: it only grows', tg_op using errcode = 'FL005';
  end if;
  select seq, hash into last from operator_log order by seq desc limit 1;
  if new.seq <> coalesce(last.seq, 0) + 1 or new.prev <> coalesce(last.hash, decode(repeat('00', 32), 'hex'))
    or new.hash <> sha256(new.prev || convert_to(new.body, 'UTF8')) then
    raise exception 'entry % does not follow the operator log', new.seq using errcode = 'FL005';
  end if;
  return new;
end $$;
create trigger operator_log_grows before insert or update or delete on operator_log for each row execute function operator_log_grows();
create function refuse_emptying() returns trigger language plpgsql as $$
begin
  raise exception '% is not emptied', tg_table_name using errcode = 'FL005';
end $$;
create trigger operator_log_whole before truncate on operator_log for each statement execute function refuse_emptying();

-- A look of staff at somebody's personal data, as that person sees it (call 175).
create table staff_access (
  id bigint primary key generated always as identity,
  user_id bigint not null,
  staff_id bigint not null references staff (id),
  role text not null,
  -- What was looked at: a case of this kind, and how many files of it.
  kind text not null check (kind <> ''),
  ref_id text not null,
  files integer not null check (files >= 0),
  at_ms bigint not null
);
create index staff_access_of_user on staff_access (user_id, id desc);
create function refuse_access_change() returns trigger language plpgsql as $$
begin
  raise exception '% of looks at personal data is refused: they are only added', tg_op using errcode = 'FL005';
end $$;
create trigger staff_access_immutable before update or delete or truncate on staff_access for each statement execute function refuse_access_change();

-- Corrections of a balance: one member of staff proposes, another decides.
create table adjustment (
  id bigint primary key,
  user_id bigint not null references account (id),
  book smallint not null check (book in (1, 2)),
  currency text not null check (currency <> ''),
  -- Signed. What is spendable changes by it, and nothing else: margin, stakes and frozen money are out of reach.
  amount numeric(36, 8) not null check (amount <> 0),
  reason text not null check (length(reason) between 10 and 300),
  proposed_by bigint not null references staff (id),
  proposed_ms bigint not null,
  -- 0 waiting, 1 approved and posted, -1 declined.
  status smallint not null default 0 check (status in (0, 1, -1)),
  decided_by bigint references staff (id),
  decided_ms bigint,
  posting_id bigint unique references posting (id),
  check ((status = 0) = (decided_by is null) and (status = 0) = (decided_ms is null)),
  check ((status = 1) = (posting_id is not null)),
  -- I8: two people. To decline, one is enough.
  check (status <> 1 or decided_by <> proposed_by)
);
create index adjustment_waiting on adjustment (id) where status = 0;

create function adjustment_decides_once() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.status = 0 and new.status <> 0
    and (new.id, new.user_id, new.book, new.currency, new.amount, new.reason, new.proposed_by, new.proposed_ms)
      = (old.id, old.user_id, old.book, old.currency, old.amount, old.reason, old.proposed_by, old.proposed_ms) then
    return new;
  end if;
  raise exception '% of a correction is refused: it is decided once and stays', tg_op using errcode = 'FL005';
end $$;
create trigger adjustment_decides_once before update or delete on adjustment for each row execute function adjustment_decides_once();

-- What staff published stays when the release's own texts are brought up to date.
alter table content_piece add column origin text not null default 'release' check (origin in ('release', 'staff'));

-- The sandbox's reviewer: one server at a time, by this row's lock.
create table sandbox_reviewer (only_row boolean primary key default true check (only_row));
insert into sandbox_reviewer default values;

-- The newest root of the operator log is published as a leaf like the other inputs.
alter table published_input drop constraint published_input_symbol_check;
alter table published_input add constraint published_input_symbol_check check (symbol ~ '^(FUND|SWAP|IV|LOG):[A-Z0-9]{1,20}$');
