-- Money that comes in (product 1.3 calls 42-44, 48, 53 and 2.13): pauses of networks, everybody's own addresses, what was seen on chains.
-- Times are epoch milliseconds.

-- What is paused now; currency '*' is every currency on that chain type.
create table network_pause (
  currency text not null check (currency <> ''),
  chain_type text not null check (chain_type <> ''),
  deposit boolean not null default false,
  withdraw boolean not null default false,
  reason text not null default '',
  primary key (currency, chain_type)
);

-- The extended public keys that addresses were ever derived from, by their fingerprint. An index is given out once.
create table deposit_key (
  fingerprint text primary key,
  family text not null check (family in ('evm', 'btc', 'tron')),
  next_index integer not null default 0 check (next_index >= 0)
);

-- One address for each person and kind of chain, for good: whatever arrives there later is theirs.
create table deposit_address (
  user_id bigint not null,
  family text not null check (family in ('evm', 'btc', 'tron')),
  fingerprint text not null references deposit_key,
  path_index integer not null check (path_index >= 0),
  address text not null unique check (address <> ''),
  created_ms bigint not null,
  primary key (user_id, family),
  unique (fingerprint, path_index)
);
create trigger deposit_address_immutable before update or delete or truncate on deposit_address for each statement execute function refuse_change();

-- Claims and what was seen on chains. One output of one transaction is credited at most once, whoever reports it and how often.
create table deposit (
  id bigint primary key,
  order_no text not null unique,
  user_id bigint not null,
  currency text not null check (currency <> ''),
  chain_type text not null check (chain_type <> ''),
  -- 'simulated' where it is the sandbox's own.
  chain text not null check (chain <> ''),
  money numeric(36, 8) not null check (money > 0),
  credited numeric(36, 8) check (credited > 0),
  value_usdt numeric(36, 8) not null check (value_usdt >= 0),
  address text not null,
  tx_hash text not null,
  -- Place inside the transaction: the log's number, -1 for the chain's own coin, -2 for a claim.
  log_index integer not null check (log_index >= -2),
  -- Where it is in the chain now; null while no block holds it.
  block_number bigint,
  block_hash text,
  -- The head at which it was found to be missing.
  missing_from bigint,
  confirmations integer not null default 0 check (confirmations >= 0),
  need_confirmations integer not null check (need_confirmations > 0),
  -- 0 under review or being confirmed, 1 credited, -1 rejected, -2 failed.
  status smallint not null default 0 check (status in (0, 1, -1, -2)),
  source text not null check (source in ('chain', 'claim', 'bank')),
  reason text not null default '',
  voucher text[] not null default '{}' check (cardinality(voucher) <= 3),
  -- Until when a claim is decided.
  due_ms bigint,
  decided_by text not null default '',
  created_ms bigint not null,
  updated_ms bigint not null,
  check ((status = 1) = (credited is not null)),
  check (status <> -1 or reason <> ''),
  check ((source = 'chain') = (log_index > -2)),
  check ((block_number is null) = (block_hash is null))
);
create index deposit_of_user on deposit (user_id, id desc);
create index deposit_of_user_since on deposit (user_id, created_ms) where status in (0, 1);
create index deposit_waiting_on_chain on deposit (chain, id) where status = 0 and source = 'chain';
create index deposit_waiting_claims on deposit (id) where status = 0 and source <> 'chain';
create unique index deposit_of_output on deposit (chain, tx_hash, log_index) where source = 'chain' and status <> -2;
create unique index deposit_of_claim on deposit (chain, tx_hash) where source = 'claim' and status in (0, 1);

-- 0 ends as 1, -1 or -2; what is decided stays, and who it is for, what and how much never change.
create function deposit_keeps_its_state() returns trigger language plpgsql as $$
begin
  if old.status <> 0
    or (new.id, new.order_no, new.user_id, new.currency, new.chain_type, new.chain, new.money, new.value_usdt, new.address,
        new.tx_hash, new.log_index, new.need_confirmations, new.source, new.voucher, new.due_ms, new.created_ms)
      is distinct from
       (old.id, old.order_no, old.user_id, old.currency, old.chain_type, old.chain, old.money, old.value_usdt, old.address,
        old.tx_hash, old.log_index, old.need_confirmations, old.source, old.voucher, old.due_ms, old.created_ms)
  then
    raise exception 'deposit % is not changed', old.id using errcode = 'FL002';
  end if;
  return new;
end $$;
create trigger deposit_keeps_its_state before update on deposit for each row execute function deposit_keeps_its_state();
create trigger deposit_stays before delete or truncate on deposit for each statement execute function refuse_change();

-- How far each chain was read, and by whom: one server at a time, by the database's clock; `step` grows with every write.
create table chain_cursor (
  chain text primary key,
  number bigint not null,
  step bigint not null default 0,
  holder text not null default '',
  until timestamptz not null default '-infinity'
);

-- The newest blocks that were read, so that one that is not the chain's any more is noticed.
create table chain_block (
  chain text not null,
  number bigint not null,
  hash text not null,
  primary key (chain, number)
);

-- The sandbox's simulated transfers: each is in a block of its own time, and confirmations come with the seconds.
create table simulated_transfer (
  tx_hash text primary key,
  currency text not null,
  chain_type text not null,
  address text not null,
  amount numeric(60, 18) not null check (amount > 0),
  block_number bigint not null
);
create index simulated_transfer_by_block on simulated_transfer (block_number);
