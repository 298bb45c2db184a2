-- Trading in a market ends for good at a second that is announced seven days ahead or earlier (docs/rules/contracts.md, Delisting).
create table market_delisting (
  id bigint primary key generated always as identity,
  symbol text not null check (symbol <> ''),
  -- The second at whose recorded price everything open is settled.
  ends_sec bigint not null,
  reason text not null check (length(reason) between 10 and 300),
  staff_id bigint not null references staff (id),
  announced_ms bigint not null,
  called_off_ms bigint,
  -- The record that settles, fixed once: its feed, its second, its price, and what a unit of the quote currency is worth in it where that is
  -- another market's price.
  feed text,
  settle_sec bigint,
  price numeric check (price > 0),
  conversion_rate numeric check (conversion_rate > 0),
  -- Nothing is left to settle.
  done_ms bigint,
  check (ends_sec * 1000 >= announced_ms + 7 * 86400000),
  check (called_off_ms is null or called_off_ms < ends_sec * 1000 and settle_sec is null),
  check (num_nulls(feed, settle_sec, price) in (0, 3)),
  check (conversion_rate is null or price is not null),
  check (done_ms is null or done_ms > ends_sec * 1000)
);
create unique index market_delisting_once on market_delisting (symbol) where called_off_ms is null;

-- What was announced is not moved, and what was fixed or called off stays.
create function market_delisting_keeps() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
    and (new.id, new.symbol, new.ends_sec, new.reason, new.staff_id, new.announced_ms)
      = (old.id, old.symbol, old.ends_sec, old.reason, old.staff_id, old.announced_ms)
    and old.called_off_ms is null and old.done_ms is null
    and (old.settle_sec is null or (new.feed, new.settle_sec, new.price, new.conversion_rate)
      is not distinct from (old.feed, old.settle_sec, old.price, old.conversion_rate)) then
    return new;
  end if;
  raise exception '% of a delisting is refused: it is announced once and settled once', tg_op using errcode = 'FL005';
end $$;
create trigger market_delisting_keeps before update or delete on market_delisting
for each row execute function market_delisting_keeps();
create trigger market_delisting_kept before truncate on market_delisting for each statement execute function refuse_change();

-- How far people were notified: 1 announced, 2 a day before, 3 called off.
create table market_delisting_notice (
  delisting_id bigint not null references market_delisting (id),
  stage smallint not null check (stage in (1, 2, 3)),
  notified_through bigint not null default 0,
  done_ms bigint,
  primary key (delisting_id, stage)
);

-- 6: its market was delisted, and it was sold back at the price of that second.
alter table option_position drop constraint option_position_close_reason_check;
alter table option_position add constraint option_position_close_reason_check check (close_reason in (1, 5, 6, 7));
