-- VIP levels by average net assets, and what they bring (product 2.14, 5.5). Days are the server's, UTC+8; a day's value is of its 00:00.
create index account_of_level on account (id) where level > 0;

-- A day's snapshot: how far it has come, so that a server that dies goes on where it was. `after_id` is the last person who is done.
create table level_run (
  day wire_day primary key,
  began_ms bigint not null,
  after_id bigint not null default 0,
  people bigint not null default 0 check (people >= 0),
  done_ms bigint
);
create index level_run_to_do on level_run (day) where done_ms is null;

create function level_run_goes_on() returns trigger language plpgsql as $$
begin
  if old.done_ms is not null or (new.day, new.began_ms) is distinct from (old.day, old.began_ms)
    or new.after_id < old.after_id or new.people < old.people
  then
    raise exception 'the snapshot of % goes one way', old.day using errcode = 'FL002';
  end if;
  return new;
end $$;
create trigger level_run_goes_on before update on level_run for each row execute function level_run_goes_on();

-- A person's net assets in the REAL book, loans subtracted, in USDT. `is_late`: nobody was there at 00:00, it is the value of `taken_ms`.
-- `level` is the one that somebody had on that day.
create table level_day (
  user_id bigint not null,
  day wire_day not null,
  assets numeric(36, 8) not null,
  avg3d numeric(36, 8) not null,
  avg14d numeric(36, 8) not null,
  level smallint not null check (level >= 0),
  taken_ms bigint not null,
  is_late boolean not null,
  primary key (user_id, day)
);

-- Every change of a level. `day` is the one whose snapshot brought it.
create table level_change (
  id bigint primary key generated always as identity,
  user_id bigint not null,
  from_level smallint not null check (from_level >= 0),
  to_level smallint not null check (to_level >= 0 and to_level <> from_level),
  day wire_day not null,
  at_ms bigint not null,
  unique (user_id, day)
);
create index level_change_of_user on level_change (user_id, id desc);
create trigger level_change_immutable before update or delete or truncate on level_change for each statement execute function refuse_change();

-- Levels that somebody reached once: their bonus is never given again.
create table level_reached (
  user_id bigint not null,
  level smallint not null check (level > 0),
  day wire_day not null,
  primary key (user_id, level)
);
create trigger level_reached_immutable before update or delete or truncate on level_reached for each statement execute function refuse_change();

-- A lower level that was announced: it comes with the snapshot of `due_day`, unless the assets recover before.
create table level_fall (
  user_id bigint primary key,
  noticed_day wire_day not null,
  due_day wire_day not null,
  check (due_day > noticed_day)
);

-- What WELFARE gives: bonuses and Monday's envelopes. One row each; it is paid once.
create table welfare_grant (
  id bigint primary key generated always as identity,
  user_id bigint not null,
  kind text not null check (kind in ('levelBonus', 'envelope')),
  -- The day of the change, or the Monday.
  day wire_day not null,
  level smallint not null check (level > 0),
  amount numeric(36, 8) not null check (amount > 0),
  created_ms bigint not null,
  paid_ms bigint,
  unique (user_id, kind, day)
);
create index welfare_grant_to_pay on welfare_grant (id) where paid_ms is null;

create function welfare_grant_is_paid_once() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.paid_ms is not null
    or (new.id, new.user_id, new.kind, new.day, new.level, new.amount, new.created_ms)
      is distinct from (old.id, old.user_id, old.kind, old.day, old.level, old.amount, old.created_ms)
  then
    raise exception 'grant % is paid once and never changed', old.id using errcode = 'FL002';
  end if;
  return new;
end $$;
create trigger welfare_grant_is_paid_once before update or delete on welfare_grant
for each row execute function welfare_grant_is_paid_once();

-- What WELFARE holds and nobody was promised yet, beside its legs so that nobody adds up all of them; never below zero.
create table welfare_fund (
  currency text primary key check (currency <> ''),
  amount numeric(36, 8) not null check (amount >= 0)
);

-- What the level took off an option's fee, a fraction.
alter table option_position add column fee_discount numeric not null default 0 check (fee_discount >= 0 and fee_discount < 1);
