-- Fees and minima of withdrawals over time (product 3.4 W-b): what holds is the newest row that has begun. The release writes what it brings,
-- staff announce the rest. Times are epoch milliseconds.
create table withdrawal_terms (
  id bigint primary key generated always as identity,
  currency text not null check (currency <> ''),
  -- 'BANK' for a bank.
  chain_type text not null check (chain_type <> ''),
  fee numeric(36, 8) not null check (fee >= 0),
  min numeric(36, 8) not null check (min > fee),
  published_ms bigint not null,
  from_ms bigint not null,
  -- Who announced it; null where it came with a release.
  staff_id bigint references staff (id),
  -- It never takes effect: things stay as they are.
  called_off_ms bigint check (called_off_ms < from_ms)
);
create unique index withdrawal_terms_at on withdrawal_terms (currency, chain_type, from_ms) where called_off_ms is null;

-- The first terms of a way out hold from the beginning. Every change is published now, by the database's own clock, and takes effect a week
-- later at the soonest; until then it can be called off, and nothing else about it ever changes.
create function withdrawal_terms_come_later() returns trigger language plpgsql as $$
declare
  now_ms bigint := floor(extract(epoch from clock_timestamp()) * 1000);
begin
  if tg_op = 'INSERT' then
    if new.called_off_ms is not null then
      raise exception 'terms are called off after they were announced' using errcode = 'FL006';
    end if;
    if new.from_ms = 0 and new.staff_id is null
      and not exists (select from withdrawal_terms where currency = new.currency and chain_type = new.chain_type) then
      return new;
    end if;
    if new.published_ms < now_ms - 60000 or new.from_ms < new.published_ms + 604800000 then
      raise exception 'terms of withdrawals change seven days after they are announced' using errcode = 'FL006';
    end if;
    return new;
  end if;
  if old.called_off_ms is null and new.called_off_ms is not null and new.called_off_ms >= now_ms - 60000 and old.from_ms > now_ms
    and (new.id, new.currency, new.chain_type, new.fee, new.min, new.published_ms, new.from_ms, new.staff_id)
      is not distinct from (old.id, old.currency, old.chain_type, old.fee, old.min, old.published_ms, old.from_ms, old.staff_id) then
    return new;
  end if;
  raise exception 'announced terms of withdrawals are not changed' using errcode = 'FL006';
end $$;
create trigger withdrawal_terms_come_later before insert or update on withdrawal_terms
  for each row execute function withdrawal_terms_come_later();
create trigger withdrawal_terms_stay before delete or truncate on withdrawal_terms for each statement execute function refuse_change();
