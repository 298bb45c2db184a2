-- The price record (product §3.3): one row a second for all symbols. Prices are whole numbers of 1e-10, packed (market/recordBytes.ts).
-- Feeds never mix: what a replay played, what the simulator walked and what exchanges said are kept apart by `feed`.
create table price_record (
  feed text not null,
  sec bigint not null,
  prices bytea not null,
  -- LIVE only: what each source said, as in the leaf: SYMBOL|n|name=raw,name=raw;SYMBOL|…
  raw text,
  primary key (feed, sec)
) partition by range (sec);

-- The first second that a feed recorded, the last second that is already in its stored candles, and the last one whose
-- consequences (close-outs, waiting closes) are all done.
create table market_feed (
  feed text primary key,
  genesis_sec bigint not null,
  folded_sec bigint not null,
  heard_sec bigint not null default 0
);

create table candle (
  feed text not null,
  symbol text not null,
  period text not null,
  open_sec bigint not null,
  open bigint not null,
  high bigint not null,
  low bigint not null,
  close bigint not null,
  mode text not null,
  primary key (feed, symbol, period, open_sec)
);

-- From this one secret every day's seed is derived, so that all servers of one database walk the same prices.
create table market_secret (
  single boolean primary key default true check (single),
  secret bytea not null
);

-- commit = SHA-256(seed), written at least 24 h before the day begins; the seed is given out after the day only.
create table sim_day (
  day text primary key,
  commit text not null,
  seed text not null,
  published_at timestamptz not null default now()
);
