-- Second contracts (product 2.6). Money is USDT, times are epoch milliseconds, seconds are Unix seconds.
create table second_order (
  id bigint primary key,
  order_no text not null unique,
  user_id bigint not null,
  account_type smallint not null check (account_type in (1, 2)),
  symbol text not null check (symbol <> ''),
  set_id text not null check (set_id <> ''),
  seconds integer not null check (seconds > 0),
  -- 1 up, 2 down.
  type smallint not null check (type in (1, 2)),
  money numeric(36, 8) not null check (money > 0),
  odds numeric not null check (odds > 0 and odds < 1),
  -- Whose price record decides; fixed like everything else that was agreed.
  feed text not null check (feed <> ''),
  accepted_ms bigint not null,
  open_sec bigint not null check (open_sec = accepted_ms / 1000 + 1),
  close_sec bigint not null check (close_sec = open_sec + seconds),
  -- 1 running, 3 settled. Settling (2) is the time between close_sec and the booking.
  status smallint not null default 1 check (status in (1, 3)),
  -- The record that was used: of open_sec, or of one of the two seconds after it.
  open_price numeric check (open_price > 0),
  open_record_sec bigint check (open_record_sec between open_sec and open_sec + 2),
  close_price numeric check (close_price > 0),
  close_record_sec bigint check (close_record_sec between close_sec and close_sec + 2),
  -- 1 win, 2 lose, 3 tie, 4 void.
  result smallint check (result between 1 and 4),
  payout numeric(36, 8) check (payout >= 0),
  settled_ms bigint,
  check ((open_price is null) = (open_record_sec is null)),
  check ((close_price is null) = (close_record_sec is null)),
  check (status = 3 or num_nonnulls(close_price, result, payout, settled_ms) = 0),
  check (status = 1 or num_nulls(result, payout, settled_ms) = 0),
  -- Never early, and what is paid follows from prices, stake and odds alone.
  check (status = 1 or settled_ms >= close_sec * 1000),
  check (status = 1 or case
    when num_nulls(open_price, close_price) > 0 then result = 4 and payout = money
    when close_price = open_price then result = 3 and payout = money
    when (close_price > open_price) = (type = 1) then result = 1 and payout = trunc(money * (1 + odds), 8)
    else result = 2 and payout = 0 end)
);
create index second_order_of_user on second_order (user_id, account_type, id desc);
create index second_order_open_of_user on second_order (user_id, account_type) where status = 1;
create index second_order_settled_of_user on second_order (user_id, account_type, close_sec desc, id desc) include (result) where status = 3;
-- What is due, found without looking at anything else.
create index second_order_due on second_order (close_sec, id) where status = 1;
create index second_order_unfixed on second_order (open_sec, id) where status = 1 and open_price is null;
create index second_order_settled on second_order (account_type, settled_ms) include (result, money, payout) where status = 3;

-- What was agreed is never edited, a price is fixed once, a settled order is final (product 2.6: "cannot be cancelled or edited by anyone").
create function second_order_keeps_its_terms() returns trigger language plpgsql as $$
begin
  if old.status = 3
    or (old.open_price is not null and (new.open_price, new.open_record_sec) is distinct from (old.open_price, old.open_record_sec))
    or (new.id, new.order_no, new.user_id, new.account_type, new.symbol, new.set_id, new.seconds, new.type, new.money, new.odds, new.feed,
        new.accepted_ms, new.open_sec, new.close_sec)
      is distinct from
       (old.id, old.order_no, old.user_id, old.account_type, old.symbol, old.set_id, old.seconds, old.type, old.money, old.odds, old.feed,
        old.accepted_ms, old.open_sec, old.close_sec)
  then
    raise exception 'second contract % is settled or its terms are fixed', old.id using errcode = 'FL002';
  end if;
  return new;
end $$;
create trigger second_order_keeps_its_terms before update on second_order for each row execute function second_order_keeps_its_terms();
create function second_order_is_never_deleted() returns trigger language plpgsql as $$
begin
  raise exception 'second contract % cannot be deleted', old.id using errcode = 'FL002';
end $$;
create trigger second_order_is_never_deleted before delete on second_order for each row execute function second_order_is_never_deleted();
