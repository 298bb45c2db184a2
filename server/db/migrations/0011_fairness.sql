-- The signed tree over the price record (product §3.3): one tree a day, leaves in the order of (second, SYMBOL).
-- A log is a row of such trees. 'market' holds what the simulator and the exchanges recorded; each replayed file has a log of its
-- own, since its seconds are of another time.
create table fair_log (
  log text primary key,
  -- No record of a second up to this one can be added any more: it is in the tree, or it never will be.
  sealed_sec bigint not null default 0
);
insert into fair_log (log) values ('market');

-- What is written late is refused, what stands there already is left as it is. The shared lock makes sealing wait for writers at work.
create function refuse_late_record() returns trigger language plpgsql as $$
declare
  sealed bigint;
begin
  select sealed_sec into sealed from fair_log
    where log = case when new.feed like 'replay:%' then new.feed else 'market' end for share;
  if sealed is null or new.sec > sealed then
    return new;
  end if;
  if exists (select 1 from price_record where feed = new.feed and sec = new.sec) then
    return null;
  end if;
  raise exception 'second % of % is sealed: the price record only grows', new.sec, new.feed using errcode = 'FL003';
end $$;
create trigger price_record_late before insert on price_record for each row execute function refuse_late_record();

create function refuse_record_change() returns trigger language plpgsql as $$
begin
  raise exception '% of the price record is refused: it only grows', tg_op using errcode = 'FL003';
end $$;
create trigger price_record_immutable before update or delete on price_record for each row execute function refuse_record_change();

-- Roots of 1,024 leaves each, so that a proof recomputes two blocks instead of a day. `last_sec` and `taken` say where the block ends:
-- after so many leaves of that second.
create table fair_block (
  log text not null,
  day text not null,
  number integer not null,
  root bytea not null,
  last_sec bigint not null,
  taken integer not null,
  primary key (log, day, number)
);

-- Signed heads. The final one of a day is kept for ever.
create table fair_head (
  log text not null,
  day text not null,
  tree_size integer not null check (tree_size > 0),
  root text not null,
  ms bigint not null,
  sig text not null,
  kid text not null,
  final boolean not null default false,
  primary key (log, day, tree_size)
);

-- ES256 keys, the same for every server on this database; each leads for a year and stays published. kid is the key's own thumbprint (RFC 7638).
create table fair_key (
  kid text primary key,
  number integer not null unique,
  private_pem text not null,
  x text not null,
  y text not null,
  since_ms bigint not null
);
