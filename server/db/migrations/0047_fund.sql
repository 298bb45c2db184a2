-- A fund's unit values (product 2.9). What rooms work out from the price record of a day waits here until it is published as a leaf; one
-- row for each symbol and time, and never changed. Sources as in the leaf: name=raw,name=raw.
create table announced_input (
  feed text not null,
  symbol text not null,
  since_sec bigint not null,
  value numeric not null check (value = trunc(value, 10)),
  mode text not null check (mode in ('LIVE', 'SIM', 'RULE')),
  sources text not null default '',
  primary key (feed, symbol, since_sec)
);
create trigger announced_input_immutable before update or delete or truncate on announced_input
for each statement execute function refuse_change();

-- The unit value that holds from a moment on, whichever feed it was worked out from.
create index published_unit_value on published_input (symbol, since_sec) where symbol like 'NAV:%';

-- What leaving with units brings: fixed once for all who leave at one unit value, with the share of their gains that the reserve can pay,
-- before the first is paid. `day` is the one at whose end the units had that value; `cost` is what is taken off INVEST.
create table fund_payout (
  order_id bigint not null references product_order (id),
  day wire_day not null,
  units numeric(36, 8) not null check (units > 0),
  nav numeric not null check (nav > 0),
  cost numeric(36, 8) not null check (cost >= 0),
  -- units * nav - cost; below zero a loss.
  gain numeric(36, 8) not null,
  paid numeric not null check (paid between 0 and 1),
  money numeric(36, 8) not null check (money >= 0),
  at_ms bigint not null,
  primary key (order_id, day),
  check (money = cost + case when gain > 0 then trunc(gain * paid, 8) else gain end)
);
create trigger fund_payout_immutable before update or delete or truncate on fund_payout
for each statement execute function refuse_change();
create index product_order_leaving_fund on product_order (exit_due_ms, id) where status = 5 and type = 3;
