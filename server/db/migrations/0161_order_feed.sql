-- An order is settled on the feed that it was accepted on, and on no other (options and second contracts remember theirs since migrations 0012
-- and 0014). What is open now was accepted on the feed that this database recorded last; a server before this one leaves it at that.
do $$
declare
  feed text;
begin
  select coalesce(nullif((select l.feed from market_lease l), ''), (select min(f.feed) from market_feed f), 'sim') into feed;
  execute format('alter table position add column feed text not null default %L check (feed <> %L)', feed, '');
  execute format('alter table spot_order add column feed text not null default %L check (feed <> %L)', feed, '');
end $$;

create function feed_is_never_changed() returns trigger language plpgsql as $$
begin
  raise exception 'the feed of order % is never changed', old.id using errcode = 'FL002';
end $$;
create trigger position_feed before update of feed on position for each row
  when (new.feed is distinct from old.feed) execute function feed_is_never_changed();
create trigger spot_order_feed before update of feed on spot_order for each row
  when (new.feed is distinct from old.feed) execute function feed_is_never_changed();
