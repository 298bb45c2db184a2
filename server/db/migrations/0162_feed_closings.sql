-- Open contracts and waiting orders of a feed that is played no more, closed at its last recorded prices (product-2 G8): two people.
create table feed_closing (
  id bigint primary key,
  feed text not null check (feed <> ''),
  reason text not null check (length(reason) between 10 and 300),
  proposed_by bigint not null references staff (id),
  proposed_ms bigint not null,
  -- 0 waiting, 1 approved, -1 declined.
  status smallint not null default 0 check (status in (0, 1, -1)),
  decided_by bigint references staff (id),
  decided_ms bigint,
  check ((status = 0) = (decided_by is null) and (status = 0) = (decided_ms is null)),
  -- To decline, one is enough.
  check (status <> 1 or decided_by <> proposed_by)
);

create function feed_closing_decides_once() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.status = 0 and new.status <> 0
    and (new.id, new.feed, new.reason, new.proposed_by, new.proposed_ms) = (old.id, old.feed, old.reason, old.proposed_by, old.proposed_ms) then
    return new;
  end if;
  raise exception '% of a closing of a feed is refused: it is decided once and stays', tg_op using errcode = 'FL005';
end $$;
create trigger feed_closing_decides_once before update or delete on feed_closing
for each row execute function feed_closing_decides_once();
create trigger feed_closing_kept before truncate on feed_closing for each statement execute function refuse_change();
