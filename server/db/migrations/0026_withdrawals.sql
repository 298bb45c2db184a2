-- Money that leaves, and where it may go (product 1.3 calls 45, 46, 49, 1.7 calls 131 to 135, 2.13). Times are epoch milliseconds.

-- Bank accounts (1) and addresses of chains (2). One that is taken away stays, for what went there.
create table withdrawal_account (
  id bigint primary key,
  user_id bigint not null,
  type smallint not null check (type in (1, 2)),
  currency text not null check (currency <> ''),
  -- Of an address; 'BANK' for a bank.
  chain_type text not null check (chain_type <> ''),
  address text not null check (address <> ''),
  memo text not null default '',
  bank_name text not null default '',
  real_name text not null default '',
  swift text not null default '',
  label text not null default '',
  own boolean not null default true,
  -- Until then it is new. Changing where it leads begins anew.
  cool_until_ms bigint not null,
  -- A second factor vouched for it when it was added or changed last.
  is_vouched boolean not null,
  created_ms bigint not null,
  removed_ms bigint,
  check ((type = 1) = (chain_type = 'BANK')),
  check ((type = 1) = (bank_name <> '' and real_name <> ''))
);
create unique index withdrawal_account_once on withdrawal_account (user_id, currency, chain_type, address, memo) where removed_ms is null;

-- Who lets money go only to addresses that are no longer new. `off_ms`: switching off was asked for and counts from then on.
create table withdrawal_guard (
  user_id bigint primary key,
  whitelist_only boolean not null,
  off_ms bigint
);

create table withdrawal (
  id bigint primary key,
  order_no text not null unique,
  user_id bigint not null,
  currency text not null check (currency <> ''),
  chain_type text not null check (chain_type <> ''),
  money numeric(36, 8) not null check (money > 0),
  -- In it.
  fee numeric(36, 8) not null check (fee >= 0 and fee < money),
  usdt_value numeric(36, 8) not null check (usdt_value >= 0),
  -- Its day, UTC+8: what the daily limit counts.
  day text not null check (day ~ '^\d{4}-\d\d-\d\d$'),
  account_id bigint,
  address text not null check (address <> ''),
  memo text not null default '',
  bank_name text not null default '',
  real_name text not null default '',
  swift text not null default '',
  label text not null default '',
  -- To an address that was still new.
  is_young boolean not null,
  beneficiary jsonb,
  remark text not null default '',
  status smallint not null default 0 check (status in (0, 2, -1, -2, -3)),
  phase text not null check (phase in ('review', 'approved', 'signed', 'done')),
  reason text check (reason in ('address_invalid', 'beneficiary_info_missing', 'sanction_match', 'ownership_unconfirmed',
    'suspected_takeover', 'network_halt', 'legal_order')),
  legal_reference text not null default '',
  review_by_ms bigint not null,
  escalated_ms bigint,
  approved_ms bigint,
  approved_by text not null default '',
  -- Who sends it, from where, as which transaction of that sender. Stored before it is broadcast, so that it can only ever be sent again.
  payer text,
  payer_address text,
  nonce bigint,
  raw_tx text,
  tx_hash text unique,
  signed_ms bigint,
  confirmations integer not null default 0,
  need_confirmations integer not null default 0,
  paid_ms bigint,
  -- From then on nobody watches it any more.
  final_ms bigint,
  created_ms bigint not null,
  updated_ms bigint not null,
  check ((phase = 'done') = (status <> 0)),
  check ((status in (-1, -2)) = (reason is not null)),
  check (status <> 2 or tx_hash is not null),
  check (phase not in ('approved', 'signed') or approved_ms is not null),
  check ((raw_tx is null) = (payer is null) and (payer is null) = (signed_ms is null)),
  check (phase <> 'signed' or (raw_tx is not null and tx_hash is not null))
);
create index withdrawal_of_user on withdrawal (user_id, id desc);
create index withdrawal_of_day on withdrawal (user_id, day) where status in (0, 2);
create index withdrawal_undecided on withdrawal (review_by_ms) where phase = 'review';
create index withdrawal_queue on withdrawal (approved_ms, id) where phase = 'approved';
create index withdrawal_watched on withdrawal (signed_ms, id) where raw_tx is not null and final_ms is null;
create index withdrawal_by_time on withdrawal (created_ms);
-- A sender's number is used for one transaction, whatever became of it.
create unique index withdrawal_nonce on withdrawal (payer, payer_address, nonce) where nonce is not null;

-- What was asked for never changes, the way is the one of the specification, and a signed transaction is never exchanged for another.
create function withdrawal_keeps_its_way() returns trigger language plpgsql as $$
begin
  if (new.id, new.order_no, new.user_id, new.currency, new.chain_type, new.money, new.fee, new.usdt_value, new.day, new.account_id,
      new.address, new.memo, new.bank_name, new.real_name, new.swift, new.is_young, new.created_ms, new.review_by_ms)
    is distinct from
     (old.id, old.order_no, old.user_id, old.currency, old.chain_type, old.money, old.fee, old.usdt_value, old.day, old.account_id,
      old.address, old.memo, old.bank_name, old.real_name, old.swift, old.is_young, old.created_ms, old.review_by_ms)
  then
    raise exception 'the terms of withdrawal % are fixed', old.id using errcode = 'FL002';
  end if;
  if old.raw_tx is not null and (new.raw_tx, new.tx_hash, new.nonce, new.payer, new.payer_address)
    is distinct from (old.raw_tx, old.tx_hash, old.nonce, old.payer, old.payer_address) then
    raise exception 'withdrawal % is signed already', old.id using errcode = 'FL002';
  end if;
  if (old.status, new.status) not in ((0, 0), (0, 2), (0, -1), (0, -2), (0, -3), (2, 2), (2, -2), (-1, -1), (-2, -2), (-3, -3)) then
    raise exception 'withdrawal % cannot go from % to %', old.id, old.status, new.status using errcode = 'FL002';
  end if;
  -- Once signed it may be on its way: nobody cancels or rejects it any more.
  if old.phase = 'signed' and new.status in (-1, -3) then
    raise exception 'withdrawal % is signed already', old.id using errcode = 'FL002';
  end if;
  if old.status = 0 and new.status = 0 and (old.phase, new.phase) not in
    (('review', 'review'), ('review', 'approved'), ('approved', 'approved'), ('approved', 'signed'), ('signed', 'signed')) then
    raise exception 'withdrawal % cannot go from % to %', old.id, old.phase, new.phase using errcode = 'FL002';
  end if;
  return new;
end $$;
create trigger withdrawal_keeps_its_way before update on withdrawal for each row execute function withdrawal_keeps_its_way();
create trigger withdrawal_stays before delete or truncate on withdrawal for each statement execute function refuse_change();

-- What happened on the way, for the person to see.
create table withdrawal_step (
  id bigint primary key generated always as identity,
  withdrawal_id bigint not null references withdrawal (id),
  status smallint not null,
  note text not null check (note <> ''),
  at_ms bigint not null
);
create index withdrawal_step_of on withdrawal_step (withdrawal_id, id);
create trigger withdrawal_step_immutable before update or delete or truncate on withdrawal_step for each statement execute function refuse_change();
