-- What an account was worth at 00:00 UTC+8, one point a day: what "today" is counted from. A point is never changed; a correction is a posting.
create table account_value (
  user_id bigint not null,
  book smallint not null check (book in (1, 2)),
  day wire_day not null,
  -- In USDT, loans subtracted.
  usdt numeric(36, 8) not null,
  stored_ms bigint not null,
  primary key (user_id, book, day)
);
create trigger account_value_immutable before update or delete or truncate on account_value
for each statement execute function refuse_change();

-- The next point of each account. The earliest date stands for an account that nobody has looked at yet.
create table account_value_next (
  user_id bigint not null,
  book smallint not null check (book in (1, 2)),
  day wire_day not null default '0001-01-01',
  primary key (user_id, book)
);
create index account_value_due on account_value_next (day, user_id, book);

-- By the database, so that the wallets which an older server makes are counted too.
create function wallet_has_values() returns trigger language plpgsql as $$
begin
  insert into account_value_next (user_id, book) values (new.user_id, new.book) on conflict do nothing;
  return null;
end $$;
create trigger wallet_has_values after insert on wallet for each row when (new.book in (1, 2)) execute function wallet_has_values();

insert into account_value_next (user_id, book) select user_id, book from wallet where book in (1, 2) on conflict do nothing;
