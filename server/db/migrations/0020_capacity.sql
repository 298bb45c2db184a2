-- What the house could have to pay (product §2.4, §2.6), and markets that take no new orders (§3.2).

-- Sums over everything open: contracts and their pending orders by market and direction, second contracts by market and type.
-- Read in one short statement however many there are. A change is a new row of house_exposure_change, written in the transaction that
-- opens or closes, so nobody waits for anybody; now and then the changes are folded into house_exposure.
create table house_exposure (
  book smallint not null check (book in (1, 2)),
  kind text not null check (kind in ('contract', 'second')),
  symbol text not null,
  -- 1 long or up, 2 short or down.
  side smallint not null check (side in (1, 2)),
  -- Contracts: units, and what they were worth at opening, in the quote currency. Second contracts: what wins would pay, in USDT, and 0.
  quantity numeric not null,
  cost numeric not null,
  primary key (book, kind, symbol, side)
) with (fillfactor = 50);
create table house_exposure_change (
  id bigint primary key generated always as identity,
  book smallint not null,
  kind text not null,
  symbol text not null,
  side smallint not null,
  quantity numeric not null,
  cost numeric not null
);

insert into house_exposure (book, kind, symbol, side, quantity, cost)
select account_type, 'contract', symbol, direction, sum(quantity * contract_size), sum(quantity * contract_size * open_price)
from position where status in (0, 1, 2) group by 1, 2, 3, 4
union all
select account_type, 'second', symbol, type, sum(trunc(money * (1 + odds), 8)), 0 from second_order where status = 1 group by 1, 2, 3, 4;

create function position_exposes() returns trigger language plpgsql as $$
declare
  more numeric := case when new.status in (0, 1, 2) then new.quantity * new.contract_size else 0 end;
  more_cost numeric := more * new.open_price;
begin
  if tg_op = 'UPDATE' and old.status in (0, 1, 2) then
    more := more - old.quantity * old.contract_size;
    more_cost := more_cost - old.quantity * old.contract_size * old.open_price;
  end if;
  if more <> 0 or more_cost <> 0 then
    insert into house_exposure_change (book, kind, symbol, side, quantity, cost)
    values (new.account_type, 'contract', new.symbol, new.direction, more, more_cost);
  end if;
  return null;
end $$;
create trigger position_exposes_more after insert on position for each row execute function position_exposes();
create trigger position_exposes_less after update on position for each row
  when ((old.status, old.quantity, old.open_price) is distinct from (new.status, new.quantity, new.open_price))
  execute function position_exposes();

create function second_order_exposes() returns trigger language plpgsql as $$
declare
  payout numeric := trunc(new.money * (1 + new.odds), 8);
begin
  insert into house_exposure_change (book, kind, symbol, side, quantity, cost)
  values (new.account_type, 'second', new.symbol, new.type, case when new.status = 1 then payout else -payout end, 0);
  return null;
end $$;
create trigger second_order_exposes_more after insert on second_order for each row when (new.status = 1)
  execute function second_order_exposes();
create trigger second_order_exposes_less after update on second_order for each row when (old.status = 1 and new.status <> 1)
  execute function second_order_exposes();

-- How much the house stands good for where it does not have to hold it: in the DEMO book, with play money. Without a row it is what the
-- house's own accounts hold.
create table house_reserve (
  book smallint not null check (book in (1, 2)),
  kind text not null check (kind in ('contract', 'second')),
  usdt numeric(36, 8) not null check (usdt >= 0),
  primary key (book, kind)
);
insert into house_reserve (book, kind, usdt) values (2, 'contract', 1000000000), (2, 'second', 100000000);
create index leg_of_reserves on leg (book, bucket) include (currency, amount)
  where user_id is null and bucket in ('COVER', 'RESERVE', 'RESERVE_SECOND');

-- No new orders on these; what is open runs on and can be closed.
create table market_halt (
  symbol text primary key check (symbol <> ''),
  since_ms bigint not null,
  reason text not null default ''
);
