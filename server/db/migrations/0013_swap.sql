-- Flash exchanges that were done (product §2.8). A quote is signed, not stored; the first exchange on it takes its number for good.
create table swap (
  id bigint primary key,
  order_no text not null unique,
  quote_no text not null unique check (quote_no <> ''),
  user_id bigint not null,
  account_type smallint not null check (account_type in (1, 2)),
  from_currency text not null check (from_currency <> ''),
  to_currency text not null check (to_currency <> '' and to_currency <> from_currency),
  from_amount numeric(36, 8) not null check (from_amount > 0),
  to_amount numeric(36, 8) not null check (to_amount > 0),
  -- 1 base = rate counter; mid is the same in the middle of the market.
  base text not null,
  counter text not null,
  rate numeric not null check (rate > 0),
  inverse_rate numeric not null check (inverse_rate > 0),
  mid numeric not null check (mid > 0),
  spread_rate numeric not null check (spread_rate >= 0),
  cost_usdt numeric(36, 8) not null check (cost_usdt >= 0),
  -- The price records that it was made of: [{symbol, mid, sec}].
  sources jsonb not null,
  created_ms bigint not null
);
create index swap_of_user on swap (user_id, account_type, id desc);

-- What was exchanged is never edited.
create trigger swap_immutable before update or delete or truncate on swap for each statement execute function refuse_change();
