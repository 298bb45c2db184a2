-- Spot market orders (product §2.3): filled whole at once, so a row is written when it is done and never changes.
create table spot_order (
  id bigint primary key,
  order_no text not null unique,
  user_id bigint not null,
  account_type smallint not null check (account_type in (1, 2)),
  symbol text not null check (symbol <> ''),
  base text not null check (base <> ''),
  -- 1 buy, 2 sell.
  direction smallint not null check (direction in (1, 2)),
  -- In USDT for one coin; sec is the price record's.
  price numeric not null check (price > 0),
  quantity numeric(36, 8) not null check (quantity > 0),
  notional numeric(36, 8) not null check (notional > 0),
  fee numeric(36, 8) not null check (fee >= 0),
  fee_rate numeric not null check (fee_rate >= 0),
  give numeric(36, 8) not null check (give > 0),
  get numeric(36, 8) not null check (get > 0),
  sec bigint not null,
  created_ms bigint not null
);
create index spot_order_of_user on spot_order (user_id, account_type, id desc);

create trigger spot_order_immutable before update or delete or truncate on spot_order for each statement execute function refuse_change();
