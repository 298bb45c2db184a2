-- What a database is for, and whose a transfer is (product 0.1, 2.13). Times are epoch milliseconds.

-- Play money or real money: said by the first server on this database, for good.
create table environment (
  is_only boolean primary key default true check (is_only),
  env text not null check (env in ('sandbox', 'production'))
);
insert into environment (env) select 'sandbox' where exists (select from posting where request_id = 'sandbox capital');
create trigger environment_stays before update or delete or truncate on environment for each statement execute function refuse_change();

-- The ways out that the servers send by themselves, as the one that started last says; staff send the rest.
create table payout_way (
  currency text not null check (currency <> ''),
  chain_type text not null check (chain_type <> ''),
  primary key (currency, chain_type)
);

-- A person's address may follow another key later: the newest holds, and what arrives at an older one is still theirs.
alter table deposit_address drop constraint deposit_address_pkey;
alter table deposit_address add primary key (user_id, family, fingerprint);

-- One transaction may pay many people, and one person several currencies: each has a claim of their own.
drop index deposit_of_claim;
create unique index deposit_of_claim on deposit (chain, tx_hash, user_id, currency) where source = 'claim' and status in (0, 1);
create index deposit_by_transaction on deposit (chain, tx_hash);

-- What a claim of the same transaction has brought of this transfer already; only the rest of it is credited.
alter table deposit add column claimed numeric(36, 8) not null default 0 check (claimed >= 0 and claimed <= money);
alter table deposit add check (claimed = 0 or source = 'chain');
alter table deposit add check (credited = money - claimed);

create or replace function deposit_keeps_its_state() returns trigger language plpgsql as $$
begin
  if old.status <> 0
    or (new.id, new.order_no, new.user_id, new.currency, new.chain_type, new.chain, new.money, new.claimed, new.value_usdt, new.address,
        new.tx_hash, new.log_index, new.need_confirmations, new.source, new.voucher, new.due_ms, new.created_ms)
      is distinct from
       (old.id, old.order_no, old.user_id, old.currency, old.chain_type, old.chain, old.money, old.claimed, old.value_usdt, old.address,
        old.tx_hash, old.log_index, old.need_confirmations, old.source, old.voucher, old.due_ms, old.created_ms)
  then
    raise exception 'deposit % is not changed', old.id using errcode = 'FL002';
  end if;
  return new;
end $$;
