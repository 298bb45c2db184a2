-- How much a person's records hold, so that neither a page's total nor a statement's opening balance has to read them all.
-- Both tables follow the legs by a trigger; server/ledger/check.ts recounts them every night.

-- By day of the server (00:00-24:00 UTC+8, counted from 1970-01-01): how many, their sum, and between which ids they are.
create table leg_day (
  user_id bigint not null,
  book smallint not null check (book in (1, 2)),
  day integer not null,
  currency text not null,
  type smallint not null,
  count bigint not null check (count > 0),
  amount numeric(36, 8) not null,
  first_id bigint not null,
  last_id bigint not null check (last_id >= first_id),
  primary key (user_id, book, day, currency, type)
) with (fillfactor = 70);

-- Of all days together.
create table leg_total (
  user_id bigint not null,
  book smallint not null check (book in (1, 2)),
  currency text not null,
  type smallint not null,
  count bigint not null check (count > 0),
  primary key (user_id, book, currency, type)
) with (fillfactor = 70);

-- Records of one type, newest first.
create index leg_records_by_type on leg (user_id, book, currency, type, id desc) where user_id is not null;

create function wire_day(p_at_ms bigint) returns integer language sql immutable parallel safe as
  $$ select ((p_at_ms + 28800000) / 86400000)::integer $$;

create function count_legs() returns trigger language plpgsql as $$
begin
  insert into leg_day as d (user_id, book, day, currency, type, count, amount, first_id, last_id)
  select user_id, book, wire_day(at_ms), currency, type, count(*), sum(amount), min(id), max(id)
  from added where user_id is not null group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict (user_id, book, day, currency, type) do update set count = d.count + excluded.count, amount = d.amount + excluded.amount,
    first_id = least(d.first_id, excluded.first_id), last_id = greatest(d.last_id, excluded.last_id);

  insert into leg_total as t (user_id, book, currency, type, count)
  select user_id, book, currency, type, count(*)
  from added where user_id is not null group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (user_id, book, currency, type) do update set count = t.count + excluded.count;
  return null;
end $$;

insert into leg_day (user_id, book, day, currency, type, count, amount, first_id, last_id)
select user_id, book, wire_day(at_ms), currency, type, count(*), sum(amount), min(id), max(id)
from leg where user_id is not null group by 1, 2, 3, 4, 5;
insert into leg_total (user_id, book, currency, type, count)
select user_id, book, currency, type, count(*) from leg where user_id is not null group by 1, 2, 3, 4;

create trigger leg_counted after insert on leg referencing new table as added for each statement execute function count_legs();
