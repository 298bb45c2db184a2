-- What came to a shared address without a number, or with one that is nobody's: staff decide whose it is by a claim, once.
create table stray_transfer (
  chain text not null,
  tx_hash text not null,
  log_index integer not null,
  currency text not null check (currency <> ''),
  amount numeric(60, 18) not null check (amount > 0),
  address text not null check (address <> ''),
  -- '' where the sender put none.
  memo text not null default '',
  block_number bigint not null,
  seen_ms bigint not null,
  -- The claim that it was given to.
  claim_id bigint references deposit,
  primary key (chain, tx_hash, log_index)
);
