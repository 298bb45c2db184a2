-- People whose waiting orders have to be judged again, because what they may do has changed: a break, another country. after_sec is the
-- newest recorded second at that moment: a trigger in it or before it still counts.
create table order_recheck (
  user_id bigint primary key,
  after_sec bigint not null,
  since_ms bigint not null
);
create index order_recheck_by_time on order_recheck (since_ms);

-- The newest recorded second when the halt began. An older server writes 0: then no trigger counts as earlier.
alter table market_halt add column after_sec bigint not null default 0;

-- All that waits on one market, without what runs there.
create index position_pending_of_symbol on position (symbol, id) where status = 0;

-- 10 to 15: what ended the right to be filled (src/contract/states.ts).
alter table spot_order drop constraint spot_order_close_reason_check;
alter table spot_order add constraint spot_order_close_reason_check check (close_reason in (1, 5, 6, 7, 10, 11, 12, 13, 14, 15));
