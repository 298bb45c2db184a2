-- Limit and instant spot orders, and fast trades (product §2.3).

drop trigger spot_order_immutable on spot_order;
alter table spot_order
  -- 1 spot, 4 instant; 1 market, 2 limit; 0 waits, 3 filled, 4 cancelled.
  add column pos_type smallint not null default 1 check (pos_type in (1, 4)),
  add column order_type smallint not null default 1 check (order_type in (1, 2)),
  add column status smallint not null default 3 check (status in (0, 3, 4)),
  -- A limit order that waits has price, notional, fee, give and get at its limit, and `reserved` (= give) in FROZEN: USDT when it
  -- buys, coins when it sells. trigger_price is the mark that touches the limit; only records after armed_sec do.
  add column limit_price numeric check (limit_price > 0),
  add column reserved numeric(36, 8) check (reserved > 0),
  add column trigger_price numeric check (trigger_price > 0),
  add column armed_sec bigint,
  add column expires_ms bigint,
  -- What of the reserve came back: what the fill did not need, or all of it.
  add column returned numeric(36, 8) check (returned >= 0),
  add column close_reason smallint check (close_reason in (1, 5, 6, 7)),
  add column closed_ms bigint,
  -- A firm price is good once: the first order on it takes its number for good.
  add column quote_no text unique check (quote_no <> ''),
  add check ((pos_type = 4) = (quote_no is not null)),
  add check (pos_type = 1 or order_type = 1),
  add check (num_nulls(limit_price, reserved, trigger_price, armed_sec, expires_ms) = case order_type when 2 then 0 else 5 end),
  add check (order_type = 2 or (status = 3 and returned is null)),
  add check ((status = 4) = (close_reason is not null)),
  add check (order_type = 1 or (status = 0) = (returned is null and closed_ms is null)),
  add check (status <> 0 or give = reserved);

-- What one price record can fill, what is over by the clock, and a person's own that wait, found without looking at anything else.
create index spot_order_buys on spot_order (symbol, trigger_price) where status = 0 and direction = 1;
create index spot_order_sells on spot_order (symbol, trigger_price) where status = 0 and direction = 2;
create index spot_order_expires on spot_order (expires_ms) where status = 0;
create index spot_order_pending_of_user on spot_order (user_id, account_type, id desc) where status = 0;

-- What waits is filled or cancelled once, at its limit or better, for no more than was set aside; nothing else ever changes.
create function spot_order_keeps_its_terms() returns trigger language plpgsql as $$
begin
  if old.status <> 0 or new.status not in (3, 4)
    or (new.id, new.order_no, new.user_id, new.account_type, new.symbol, new.base, new.direction, new.quantity, new.fee_rate, new.created_ms,
        new.pos_type, new.order_type, new.limit_price, new.reserved, new.trigger_price, new.armed_sec, new.expires_ms, new.quote_no)
      is distinct from
       (old.id, old.order_no, old.user_id, old.account_type, old.symbol, old.base, old.direction, old.quantity, old.fee_rate, old.created_ms,
        old.pos_type, old.order_type, old.limit_price, old.reserved, old.trigger_price, old.armed_sec, old.expires_ms, old.quote_no)
    or (new.status = 3 and not (new.returned = old.reserved - new.give and new.sec > old.armed_sec
      and case old.direction when 1 then new.price <= old.limit_price else new.price >= old.limit_price end))
    or (new.status = 4 and not (new.returned = old.reserved and (new.price, new.notional, new.fee, new.give, new.get, new.sec)
      is not distinct from (old.price, old.notional, old.fee, old.give, old.get, old.sec)))
  then
    raise exception 'spot order % is done or its terms are fixed', old.id using errcode = 'FL002';
  end if;
  return new;
end $$;
create trigger spot_order_keeps_its_terms before update on spot_order for each row execute function spot_order_keeps_its_terms();
create trigger spot_order_is_never_deleted before delete or truncate on spot_order for each statement execute function refuse_change();

-- Of a fast trade: the market and the way. A plain swap has neither.
alter table swap
  add column symbol text check (symbol <> ''),
  add column direction smallint check (direction in (1, 2)),
  add check ((symbol is null) = (direction is null));
create index swap_fast_of_user on swap (user_id, account_type, id desc) where symbol is not null;
