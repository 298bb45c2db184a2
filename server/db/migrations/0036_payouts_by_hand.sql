-- What staff send by hand is taken by one of them first (product 2.13): from then on nobody cancels it, and nobody else sends it. Times are
-- epoch milliseconds.
alter table withdrawal add column taken_ms bigint;
alter table withdrawal add column taken_by text not null default '';
alter table withdrawal add check ((taken_ms is null) = (taken_by = ''));
alter table withdrawal add check (taken_ms is null or (raw_tx is null and phase in ('approved', 'done')));

create function withdrawal_is_taken_once() returns trigger language plpgsql as $$
begin
  if old.taken_ms is not null and new.taken_ms is not null
    and ((new.taken_ms, new.taken_by) is distinct from (old.taken_ms, old.taken_by) or new.status in (-1, -3)) then
    raise exception 'withdrawal % is taken already', old.id using errcode = 'FL002';
  end if;
  if new.phase = 'done' and (new.taken_ms, new.taken_by) is distinct from (old.taken_ms, old.taken_by) then
    raise exception 'withdrawal % is over', old.id using errcode = 'FL002';
  end if;
  return new;
end $$;
create trigger withdrawal_is_taken_once before update on withdrawal for each row execute function withdrawal_is_taken_once();
