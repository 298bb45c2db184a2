-- Odds, fees and rates that a release changes are told of seven days before they hold (product 1.10 call 168). Times are epoch milliseconds.

alter table released_term add column published_ms bigint;
alter table released_term disable trigger released_term_immutable;
-- Until now a change held from the moment in which it was told.
update released_term set published_ms = from_ms;
alter table released_term enable trigger released_term_immutable;
alter table released_term alter column published_ms set not null;

-- What is offered for the first time, or again, holds at once, and what is not offered any more has ended; everything else comes later.
create function released_term_comes_later() returns trigger language plpgsql as $$
declare
  before numeric;
begin
  select value into before from released_term
  where area = new.area and subject = new.subject and name = new.name order by id desc limit 1;
  if before is null or new.value is null then
    return new;
  end if;
  if new.published_ms < floor(extract(epoch from clock_timestamp()) * 1000)::bigint - 60000 or new.from_ms < new.published_ms + 604800000 then
    raise exception 'terms change seven days after they are told' using errcode = 'FL006';
  end if;
  return new;
end $$;
create trigger released_term_comes_later before insert on released_term for each row execute function released_term_comes_later();

-- How far the people who use what changes have been told of what was published at one moment.
create table term_telling (
  published_ms bigint primary key,
  -- Everybody up to this account has been looked at.
  told_through bigint not null default 0,
  done_ms bigint
);

-- The spread of the quote at which it was made: it is closed, or filled, by the same. Null: made before this was written down, with the one
-- that held then.
alter table position add column spread_bps numeric;
alter table spot_order add column spread_bps numeric;
