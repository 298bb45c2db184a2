-- Deposits on chains of more families: some take addresses that were made elsewhere and brought in, some share one address and tell people
-- apart by a memo. An older server beside this one writes no memo and knows none of the new families, so it leaves them alone.

-- Which families there are is said by the release; the database keeps what it is told.
alter table deposit_key drop constraint deposit_key_family_check;
alter table deposit_key add constraint deposit_key_family_check check (family <> '');
alter table deposit_address drop constraint deposit_address_family_check;
alter table deposit_address add constraint deposit_address_family_check check (family <> '');

-- '' where the address is one person's alone.
alter table deposit_address add column memo text not null default '';
create unique index deposit_address_of_memo on deposit_address (address, memo);
alter table deposit_address drop constraint deposit_address_address_key;

-- Addresses made elsewhere, given out in the order in which they came, each once.
create table deposit_pool (
  id bigint primary key generated always as identity,
  family text not null check (family <> ''),
  address text not null unique check (address <> ''),
  imported_by text not null check (imported_by <> ''),
  imported_ms bigint not null,
  taken_ms bigint
);
create index deposit_pool_free on deposit_pool (family, id) where taken_ms is null;

-- Once given out, an address is somebody's for good.
create function deposit_pool_keeps_what_it_gave() returns trigger language plpgsql as $$
begin
  if old.taken_ms is not null or (new.id, new.family, new.address) is distinct from (old.id, old.family, old.address) then
    raise exception 'address % of the pool is not changed', old.id using errcode = 'FL002';
  end if;
  return new;
end $$;
create trigger deposit_pool_keeps_what_it_gave before update on deposit_pool for each row execute function deposit_pool_keeps_what_it_gave();
create trigger deposit_pool_stays before delete or truncate on deposit_pool for each statement execute function refuse_change();

alter table simulated_transfer add column memo text not null default '';
