-- Limit orders, stops, added margin, closing in parts, funding and overnight (product §2.4).

alter table position
  -- 1 market, 2 limit. While a limit order is pending, open_price, margin and open_fee are those at its limit, and margin + open_fee is FROZEN.
  add column order_type smallint not null default 1 check (order_type in (1, 2)),
  add column limit_price numeric check (limit_price > 0),
  add column expires_ms bigint,
  add column stop_profit numeric check (stop_profit > 0),
  add column stop_loss numeric check (stop_loss > 0),
  -- Limit and stops were set at this second's price: only later records reach them.
  add column armed_sec bigint not null default 0,
  -- The margin ratio of the last warning sent: 0 none, 80 or 65. At warn_price the next one is due.
  add column warned smallint not null default 0 check (warned in (0, 80, 65)),
  add column warn_price numeric check (warn_price >= 0),
  -- All charges so far, negative when paid, and the moment of the next one.
  add column funding numeric not null default 0,
  add column next_due_sec bigint,
  -- The position that this part was closed out of.
  add column part_of bigint references position (id),
  -- 0 pending, 1 running, 2 settling, 3 closed, 4 cancelled.
  drop constraint position_status_check,
  add check (status between 0 and 4),
  -- A part of a tiny opening fee may be nothing; charges may take what was added and more, never more than there is.
  drop constraint position_added_margin_check,
  add check (margin + added_margin >= 0),
  drop constraint position_check,
  add check (status in (0, 1) or close_reason is not null),
  add check ((order_type = 2) = (limit_price is not null and expires_ms is not null)),
  add check (status not in (0, 4) or order_type = 2),
  add check (status <> 4 or closed_ms is not null);

-- The marks that one record can reach: below for what waits for a fall, above for what waits for a rise.
alter table position
  add column falls_to numeric generated always as (
    case when status = 0 then case direction when 1 then trigger_price end
      when direction = 1 then greatest(trigger_price, warn_price, stop_loss)
      else stop_profit end) stored,
  add column rises_to numeric generated always as (
    case when status = 0 then case direction when 2 then trigger_price end
      when direction = 2 then least(trigger_price, warn_price, stop_loss)
      else stop_profit end) stored;
drop index position_long_trigger;
drop index position_short_trigger;
create index position_falls_to on position (symbol, falls_to) where status in (0, 1);
create index position_rises_to on position (symbol, rises_to) where status in (0, 1);
create index position_pending_of_user on position (user_id, account_type) where status = 0;
create index position_expires on position (expires_ms) where status = 0;
create index position_next_due on position (next_due_sec) where status = 1;

-- 3 and 4 are final, the states go one way, and what was agreed is never edited: a pending order becomes running once, for no more than
-- was reserved; a running one can only become smaller, by a part that is closed.
create or replace function position_keeps_its_terms() returns trigger language plpgsql as $$
begin
  if not (
      (old.status in (0, 1, 2) and new.status = old.status)
      or (old.status = 0 and new.status in (1, 4))
      or (old.status = 1 and new.status in (2, 3))
      or (old.status = 2 and new.status = 3))
    or (new.id, new.order_no, new.user_id, new.account_type, new.symbol, new.direction, new.order_type, new.limit_price, new.lever,
        new.contract_size, new.fee_rate, new.created_ms, new.expires_ms, new.part_of)
      is distinct from
       (old.id, old.order_no, old.user_id, old.account_type, old.symbol, old.direction, old.order_type, old.limit_price, old.lever,
        old.contract_size, old.fee_rate, old.created_ms, old.expires_ms, old.part_of)
    or ((new.quantity, new.open_price, new.margin, new.open_fee, new.open_sec) is distinct from
        (old.quantity, old.open_price, old.margin, old.open_fee, old.open_sec)
      and not (old.status = 0 and new.status = 1 and new.quantity = old.quantity and new.margin + new.open_fee <= old.margin + old.open_fee)
      and not (old.status = 1 and new.status = 1 and new.open_price = old.open_price and new.open_sec = old.open_sec
        and new.quantity < old.quantity and new.margin < old.margin and new.open_fee <= old.open_fee))
  then
    raise exception 'position % is settled or its terms are fixed', old.id using errcode = 'FL002';
  end if;
  return new;
end $$;

-- Mark, conversion and rates of one market at the moment of a charge, fixed by whoever comes first: every position of that moment is
-- charged by the same numbers, and anyone can look them up. A moment without a fresh price has no row and costs nothing.
create table holding_mark (
  symbol text not null,
  due_sec bigint not null,
  kind text not null check (kind in ('funding', 'overnight')),
  nights smallint not null check (nights in (1, 3)),
  mark numeric not null check (mark > 0),
  mark_sec bigint not null,
  conversion_rate numeric not null check (conversion_rate > 0),
  long_rate numeric not null,
  short_rate numeric not null,
  primary key (symbol, due_sec)
);

-- One charge of one position at one moment, once. Amounts in USDT, positive when paid; from_margin is the part that the balance was short of.
create table holding_charge (
  position_id bigint not null references position (id),
  due_sec bigint not null,
  user_id bigint not null,
  account_type smallint not null,
  amount numeric(36, 8) not null,
  from_margin numeric(36, 8) not null check (from_margin >= 0),
  at_ms bigint not null,
  primary key (position_id, due_sec)
);
create index holding_charge_of_user on holding_charge (user_id, account_type, at_ms) include (amount);
create function holding_is_never_changed() returns trigger language plpgsql as $$
begin
  raise exception 'charges are never changed' using errcode = 'FL002';
end $$;
create trigger holding_mark_immutable before update or delete on holding_mark for each row execute function holding_is_never_changed();
create trigger holding_charge_immutable before update or delete on holding_charge for each row execute function holding_is_never_changed();
