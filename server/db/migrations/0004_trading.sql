-- Contracts (product §2.4). Money is numeric in USDT, prices in the symbol's quote currency, times epoch milliseconds.
create table position (
  id bigint primary key,
  order_no text not null unique,
  user_id bigint not null,
  account_type smallint not null check (account_type in (1, 2)),
  symbol text not null,
  direction smallint not null check (direction in (1, 2)),
  lever smallint not null check (lever >= 1),
  quantity numeric not null check (quantity > 0),
  -- What the market's specification said when the position was opened: a later change never touches a running order.
  contract_size numeric not null check (contract_size > 0),
  fee_rate numeric not null check (fee_rate >= 0),
  open_price numeric not null check (open_price > 0),
  margin numeric not null check (margin > 0),
  added_margin numeric not null default 0 check (added_margin >= 0),
  open_fee numeric not null check (open_fee >= 0),
  -- No mark on the safe side of this price can make the margin insufficient while the conversion stays near conversion_rate.
  trigger_price numeric not null check (trigger_price >= 0),
  conversion_rate numeric not null check (conversion_rate > 0),
  -- 1 running, 2 settling, 3 closed.
  status smallint not null default 1 check (status in (1, 2, 3)),
  close_reason smallint,
  close_price numeric,
  profit numeric,
  close_fee numeric not null default 0 check (close_fee >= 0),
  returned numeric check (returned >= 0),
  covered numeric check (covered >= 0),
  open_sec bigint not null,
  close_sec bigint,
  created_ms bigint not null,
  closed_ms bigint,
  check (status = 1 or close_reason is not null),
  check (status <> 3 or (close_price is not null and profit is not null and returned is not null and covered is not null
    and close_sec is not null and closed_ms is not null))
);

-- A person's list, newest first, whole and by state; the sums of a day and of all time read closed rows in order of closing.
create index position_of_user on position (user_id, account_type, id desc);
create index position_open_of_user on position (user_id, account_type) where status in (1, 2);
create index position_closed_of_user on position (user_id, account_type, closed_ms) include (profit, close_fee, open_fee, covered, margin, added_margin) where status = 3;
create index position_opened_of_user on position (user_id, account_type, created_ms) include (open_fee);

-- What one price record can trigger, found without looking at anything else.
create index position_long_trigger on position (symbol, trigger_price) where status = 1 and direction = 1;
create index position_short_trigger on position (symbol, trigger_price) where status = 1 and direction = 2;
create index position_conversion on position (symbol, conversion_rate) where status = 1;
create index position_settling on position (symbol) where status = 2;

-- 3 is final, 2 never goes back to 1 (product §2.4), and what was agreed at opening is never edited.
create function position_keeps_its_terms() returns trigger language plpgsql as $$
begin
  if old.status = 3 or new.status < old.status
    or (new.id, new.order_no, new.user_id, new.account_type, new.symbol, new.direction, new.lever, new.quantity, new.contract_size,
        new.fee_rate, new.open_price, new.margin, new.open_fee, new.open_sec, new.created_ms)
      is distinct from
       (old.id, old.order_no, old.user_id, old.account_type, old.symbol, old.direction, old.lever, old.quantity, old.contract_size,
        old.fee_rate, old.open_price, old.margin, old.open_fee, old.open_sec, old.created_ms)
  then
    raise exception 'position % is settled or its terms are fixed', old.id using errcode = 'FL002';
  end if;
  return new;
end $$;
create trigger position_keeps_its_terms before update on position for each row execute function position_keeps_its_terms();
create function position_is_never_deleted() returns trigger language plpgsql as $$
begin
  raise exception 'position % cannot be deleted', old.id using errcode = 'FL002';
end $$;
create trigger position_is_never_deleted before delete on position for each row execute function position_is_never_deleted();

-- The key that signs previews (product §1.11), in the database so that every server agrees on it; 244 bits from the system's own source.
create table confirm_key (
  id smallint primary key check (id = 1),
  secret bytea not null check (length(secret) >= 32)
);
insert into confirm_key (id, secret) values (1, sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea));
