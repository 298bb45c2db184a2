-- The first leaf of a day's tree, `prev|day|leaves|root` of the last tree before it (product §3.3): so the days are one chain. Made once, by
-- the server that opens the day. A day without a row began without one: the first of its log, or one that was signed before there were links.
create table fair_link (
  log text not null,
  day text not null,
  leaf text not null,
  -- From that leaf to the day's last root, written when the day is over: its records go after thirty days, the chain stays.
  path text[],
  primary key (log, day)
);

create function refuse_link_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.log = old.log and new.day = old.day and new.leaf = old.leaf and old.path is null then
    return new;
  end if;
  raise exception '% of the first leaf of % is refused: the price record only grows', tg_op, old.day using errcode = 'FL003';
end $$;
create trigger fair_link_immutable before update or delete on fair_link for each row execute function refuse_link_change();
