-- Options (product 2.5): long only, European, settled in USDT. Prices are for one unit of the underlying, times epoch milliseconds,
-- seconds Unix seconds.

-- The volatility that a UTC+8 day's options are priced with, written before the first of them is shown and never changed.
create table option_surface (
  day text not null check (day ~ '^\d{4}-\d{2}-\d{2}$'),
  symbol text not null check (symbol <> ''),
  -- At the money, a fraction a year, and what each 5 % that a strike lies below the price adds.
  iv numeric not null check (iv > 0),
  skew numeric not null,
  published_ms bigint not null,
  primary key (day, symbol)
);

-- What all options of one market and expiry are settled by, fixed by whoever comes first: the mean of `records` records, none when void.
create table option_settlement (
  feed text not null check (feed <> ''),
  symbol text not null check (symbol <> ''),
  expiry_sec bigint not null,
  records integer not null check (records between 0 and 1800),
  price numeric check (price >= 0),
  fixed_ms bigint not null check (fixed_ms >= expiry_sec * 1000),
  primary key (feed, symbol, expiry_sec),
  check ((price is null) = (records < 1700))
);

create table option_position (
  id bigint primary key,
  order_no text not null unique,
  user_id bigint not null,
  account_type smallint not null check (account_type in (1, 2)),
  option_id text not null check (option_id <> ''),
  symbol text not null check (symbol <> ''),
  cp text not null check (cp in ('C', 'P')),
  strike numeric not null check (strike > 0),
  expiry_sec bigint not null,
  -- Whose price record decides.
  feed text not null check (feed <> ''),
  quantity numeric not null check (quantity > 0),
  iv numeric not null check (iv > 0),
  open_mid numeric not null check (open_mid > 0),
  open_price numeric not null check (open_price >= 0.01),
  premium numeric(36, 8) not null check (premium = trunc(open_price * quantity, 8)),
  fee numeric(36, 8) not null check (fee >= 0),
  -- What the reserve set aside beside all others' for this one; the premium is in it.
  held numeric(36, 8) not null check (held >= premium),
  -- 1 running, 2 to be closed at the next record, 3 over.
  status smallint not null default 1 check (status in (1, 2, 3)),
  -- 1 closed by its person, 5 at expiry, 7 when its demo book began anew.
  close_reason smallint check (close_reason in (1, 5, 7)),
  close_price numeric check (close_price >= 0),
  settle_price numeric check (settle_price >= 0),
  settle_records integer,
  returned numeric(36, 8) check (returned >= 0),
  open_sec bigint not null,
  close_sec bigint,
  created_ms bigint not null,
  closed_ms bigint,
  check (open_sec < expiry_sec),
  check (status <> 1 or close_reason is null),
  check (status = 3 or num_nonnulls(close_price, settle_price, settle_records, returned, close_sec, closed_ms) = 0),
  check (status <> 3 or num_nulls(close_reason, returned, close_sec, closed_ms) = 0),
  -- What comes back follows from the settlement price and the terms alone, from the bid, or is everything when there were too few records.
  check (status <> 3 or case
    when close_reason <> 5 then close_price is not null and settle_price is null and settle_records is null
      and close_sec < expiry_sec and returned = trunc(close_price * quantity, 8)
    when settle_price is null then settle_records < 1700 and close_price is null and returned = premium + fee
    else settle_records >= 1700 and closed_ms >= expiry_sec * 1000
      and close_price = greatest(0, case cp when 'C' then settle_price - strike else strike - settle_price end)
      and returned = trunc(close_price * quantity, 8) end)
);
create index option_position_of_user on option_position (user_id, account_type, id desc);
create index option_position_open_of_user on option_position (user_id, account_type) where status in (1, 2);
-- What is due, and what waits for a record, found without looking at anything else.
create index option_position_due on option_position (expiry_sec, id) where status in (1, 2);
create index option_position_closing on option_position (symbol, id) where status = 2;
-- What the house could have to pay.
create index option_position_open on option_position (account_type, symbol, cp) include (strike, quantity, held) where status in (1, 2);
create index option_position_over_of_user on option_position (user_id, account_type, closed_ms) include (returned, premium, fee) where status = 3;

-- What was agreed is never edited, states go one way, what is over is final.
create function option_position_keeps_its_terms() returns trigger language plpgsql as $$
begin
  if old.status = 3 or new.status < old.status
    or (new.id, new.order_no, new.user_id, new.account_type, new.option_id, new.symbol, new.cp, new.strike, new.expiry_sec, new.feed,
        new.quantity, new.iv, new.open_mid, new.open_price, new.premium, new.fee, new.held, new.open_sec, new.created_ms)
      is distinct from
       (old.id, old.order_no, old.user_id, old.account_type, old.option_id, old.symbol, old.cp, old.strike, old.expiry_sec, old.feed,
        old.quantity, old.iv, old.open_mid, old.open_price, old.premium, old.fee, old.held, old.open_sec, old.created_ms)
  then
    raise exception 'option % is over or its terms are fixed', old.id using errcode = 'FL002';
  end if;
  return new;
end $$;
create trigger option_position_keeps_its_terms before update on option_position for each row execute function option_position_keeps_its_terms();
create function option_is_never_changed() returns trigger language plpgsql as $$
begin
  raise exception '% of % is refused', tg_op, tg_table_name using errcode = 'FL002';
end $$;
create trigger option_position_is_never_deleted before delete on option_position for each row execute function option_is_never_changed();
create trigger option_surface_immutable before update or delete on option_surface for each row execute function option_is_never_changed();
create trigger option_settlement_immutable before update or delete on option_settlement for each row execute function option_is_never_changed();

-- What the house's reserve for options holds.
create index leg_of_option_reserve on leg (book) include (currency, amount) where user_id is null and bucket = 'RESERVE_OPTION';
