-- Favourites, price alerts, the inbox, and what a demo book may do once (product 1.5 calls 99 and 100, 1.6 call 108, 2.16).
-- Times are epoch milliseconds, seconds are Unix seconds.

create table favourite (
  user_id bigint primary key,
  -- In the person's order.
  symbols text[] not null check (cardinality(symbols) <= 200),
  updated_ms bigint not null
);

create table price_alert (
  id bigint primary key,
  user_id bigint not null,
  symbol text not null check (symbol <> ''),
  op text not null check (op in ('>=', '<=')),
  price numeric not null check (price > 0),
  -- A repeating alert that was told waits until the price came back to here; null when it is told once.
  rearm_price numeric check (rearm_price > 0),
  channels text[] not null check (cardinality(channels) > 0),
  -- 1 waiting for the price, 2 told and waiting for it to come back, 3 done.
  status smallint not null default 1 check (status between 1 and 3),
  -- The record that last changed it. Only later ones are looked at, so that two servers on one record tell once.
  changed_sec bigint not null,
  fired_ms bigint,
  fired_price numeric,
  created_ms bigint not null,
  check (status <> 2 or rearm_price is not null),
  check ((fired_ms is null) = (fired_price is null)),
  -- What one record can concern, by the direction in which the price must move.
  rises_to numeric generated always as (case when status = 1 and op = '>=' then price when status = 2 and op = '<=' then rearm_price end) stored,
  falls_to numeric generated always as (case when status = 1 and op = '<=' then price when status = 2 and op = '>=' then rearm_price end) stored
);
create index price_alert_of_user on price_alert (user_id, id desc);
create index price_alert_rises_to on price_alert (symbol, rises_to) where status < 3;
create index price_alert_falls_to on price_alert (symbol, falls_to) where status < 3;

create table inbox_notice (
  id bigint primary key generated always as identity,
  user_id bigint not null,
  type text not null check (type in ('system', 'task', 'transaction')),
  -- Which words; they are said in the language of whoever reads.
  kind text not null check (kind <> ''),
  params jsonb not null default '{}',
  link text not null default '',
  ref_type text not null default '',
  ref_id text not null default '',
  created_ms bigint not null,
  read_ms bigint
);
create index inbox_notice_of_user on inbox_notice (user_id, id desc);
create index inbox_notice_of_user_by_type on inbox_notice (user_id, type, id desc);
create index inbox_notice_unread on inbox_notice (user_id, type) where read_ms is null;

-- What was told is not told otherwise afterwards: a notice is read once and nothing else of it changes.
create function inbox_notice_keeps_its_words() returns trigger language plpgsql as $$
begin
  if old.read_ms is not null or new.read_ms is null
    or (new.id, new.user_id, new.type, new.kind, new.params, new.link, new.ref_type, new.ref_id, new.created_ms)
      is distinct from
       (old.id, old.user_id, old.type, old.kind, old.params, old.link, old.ref_type, old.ref_id, old.created_ms)
  then
    raise exception 'notice % is not changed', old.id using errcode = 'FL002';
  end if;
  return new;
end $$;
create trigger inbox_notice_keeps_its_words before update on inbox_notice for each row execute function inbox_notice_keeps_its_words();

-- Each time a demo book began anew; the newest says when it may again.
create table demo_reset (
  id bigint primary key,
  user_id bigint not null,
  ended integer not null check (ended >= 0),
  at_ms bigint not null
);
create index demo_reset_of_user on demo_reset (user_id, at_ms desc);
create trigger demo_reset_immutable before update or delete or truncate on demo_reset for each statement execute function refuse_change();

-- A paper ledger is carried over once for each account.
create table demo_carry_over (
  user_id bigint primary key,
  -- The ledger as it came, and what became of it.
  paper jsonb not null,
  answer jsonb not null,
  at_ms bigint not null
);
create trigger demo_carry_over_immutable before update or delete or truncate on demo_carry_over for each statement execute function refuse_change();
