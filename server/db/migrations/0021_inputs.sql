-- The other numbers that results are computed from, as leaves of the same trees (product 3.3): funding each 8 hours (FUND), overnight rates
-- (SWAP) and volatilities (IV) each UTC+8 day. Each is written once for its time, in the statement that writes the first price record of
-- that time, and is never changed. Kept when the day's prices go: what was charged stays explained.
create table published_input (
  feed text not null,
  symbol text not null check (symbol ~ '^(FUND|SWAP|IV):[A-Z0-9]{1,20}$'),
  -- From which moment on it holds: the 8 hours or the day that it is the value of.
  since_sec bigint not null,
  -- The second of the record whose leaf it is.
  sec bigint not null check (sec >= since_sec),
  value numeric not null check (value = trunc(value, 10)),
  mode text not null check (mode in ('LIVE', 'SIM', 'RULE')),
  -- As in the leaf: name=raw,name=raw.
  sources text not null default '',
  -- Under which number of the lease it was written.
  fence bigint not null default 0,
  primary key (feed, symbol, since_sec)
);
create unique index published_input_of_sec on published_input (feed, sec, symbol);

-- As for prices: refused when somebody newer holds the lease, when the second is sealed, and when that second or a later one is recorded already.
-- The lease's row makes writers come one after the other; the shared lock makes sealing wait.
create function refuse_late_input() returns trigger language plpgsql as $$
declare
  sealed bigint;
  held bigint;
  newest bigint;
begin
  select fence into held from market_lease for no key update;
  if new.fence <> held then
    raise exception '% of second % comes from holder %, the record is kept by holder %', new.symbol, new.sec, new.fence, held using errcode = 'FL004';
  end if;
  select sealed_sec into sealed from fair_log
    where log = case when new.feed like 'replay:%' then new.feed else 'market' end for share;
  select sec into newest from price_record where feed = new.feed order by sec desc limit 1;
  if new.sec > coalesce(sealed, 0) and new.sec > coalesce(newest, 0) then
    return new;
  end if;
  -- Its second stands as another server wrote it, with its own inputs.
  if exists (select 1 from price_record where feed = new.feed and sec = new.sec) then
    return null;
  end if;
  raise exception '% of second % is late: the record only grows at its end', new.symbol, new.sec using errcode = 'FL003';
end $$;
create trigger published_input_late before insert on published_input for each row execute function refuse_late_input();
create trigger published_input_immutable before update or delete on published_input for each row execute function refuse_record_change();
create trigger published_input_whole before truncate on published_input for each statement execute function refuse_record_change();

-- The second of the published rate that a mark was fixed with; none before rates were leaves.
alter table holding_mark add column input_sec bigint;
