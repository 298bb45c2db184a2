-- One price authority at a time (product §3.3): of all servers on this database only the holder of the lease writes the price record.
-- `until` is by the database's clock. `fence` grows with every change of hands: whoever was holder before, however long it slept, is told apart by it.
create table market_lease (
  single boolean primary key default true check (single),
  holder text not null default '',
  feed text not null default '',
  fence bigint not null default 0,
  until timestamptz not null default '-infinity'
);
insert into market_lease default values;

-- Under which number each second was written.
alter table price_record add column fence bigint not null default 0;

-- A record is refused when somebody newer holds the lease, when its second is sealed, and when a later second is written already: then a
-- gap is final as soon as anything stands behind it. What stands there already is left as it is.
-- The lease's row makes writers come one after the other, and a change of hands wait for the one at work; the shared lock makes sealing wait.
create or replace function refuse_late_record() returns trigger language plpgsql as $$
declare
  sealed bigint;
  held bigint;
  newest bigint;
begin
  select fence into held from market_lease for no key update;
  if new.fence <> held then
    raise exception 'second % of % comes from holder %, the record is kept by holder %', new.sec, new.feed, new.fence, held using errcode = 'FL004';
  end if;
  select sealed_sec into sealed from fair_log
    where log = case when new.feed like 'replay:%' then new.feed else 'market' end for share;
  select sec into newest from price_record where feed = new.feed order by sec desc limit 1;
  if new.sec > coalesce(sealed, 0) and new.sec > coalesce(newest, 0) then
    return new;
  end if;
  if exists (select 1 from price_record where feed = new.feed and sec = new.sec) then
    return null;
  end if;
  if new.sec <= coalesce(sealed, 0) then
    raise exception 'second % of % is sealed: the price record only grows', new.sec, new.feed using errcode = 'FL003';
  end if;
  raise exception 'second % of % is older than its newest record: the price record only grows at its end', new.sec, new.feed using errcode = 'FL003';
end $$;

-- The servers that live. One that stops saying so may have left something untold to the others' open streams.
create table server_seen (
  id text primary key,
  until timestamptz not null
);

-- Events too long for a notice between servers; taken away after minutes.
create table long_event (
  id bigint primary key generated always as identity,
  body text not null,
  at timestamptz not null default now()
);
