-- Competitions (product 2.15): a third book, 3, for virtual funds; who takes part, how each did, and the table that stands at the end.
-- Money is numeric in USDT, rates are fractions, times are epoch milliseconds.

-- Contracts alone can be in book 3; all other orders keep their own checks on 1 and 2.
alter table wallet drop constraint wallet_book_check, add constraint wallet_book_check check (book between 1 and 3);
alter table balance drop constraint balance_book_check, add constraint balance_book_check check (book between 1 and 3);
alter table posting drop constraint posting_book_check, add constraint posting_book_check check (book between 1 and 3);
alter table leg drop constraint leg_book_check, add constraint leg_book_check check (book between 1 and 3);
alter table leg_day drop constraint leg_day_book_check, add constraint leg_day_book_check check (book between 1 and 3);
alter table leg_total drop constraint leg_total_book_check, add constraint leg_total_book_check check (book between 1 and 3);
alter table house_exposure drop constraint house_exposure_book_check, add constraint house_exposure_book_check check (book between 1 and 3);
alter table house_reserve drop constraint house_reserve_book_check, add constraint house_reserve_book_check check (book between 1 and 3);
alter table position
  drop constraint position_account_type_check,
  add constraint position_account_type_check check (account_type between 1 and 3),
  add constraint position_of_competition_is_modest check (account_type <> 3 or lever <= 10);
-- Virtual money of any amount can be stood good for: enough for every entry of every competition at full leverage.
insert into house_reserve (book, kind, usdt) values (3, 'contract', 1000000000000000);

create table competition (
  id text primary key check (id ~ '^[a-z0-9-]{1,40}$'),
  -- Which of ours it is, and the how manyth time.
  series text not null,
  round integer not null check (round >= 0),
  name text not null check (name <> ''),
  fund numeric(36, 8) not null check (fund > 0),
  start_ms bigint not null,
  end_ms bigint not null check (end_ms > start_ms and end_ms % 1000 = 0),
  join_until_ms bigint not null check (join_until_ms between start_ms and end_ms),
  -- By rank from 1, in USDT of the REAL book.
  prizes numeric[] not null,
  symbols text[] not null,
  max_lever smallint not null check (max_lever between 1 and 10),
  min_trades integer not null check (min_trades >= 0),
  is_sample boolean not null default false,
  -- For so long after the end it is looked at before the table stands and prizes are paid.
  review_ms bigint not null default 0 check (review_ms >= 0),
  -- The last prices are fixed; then every entry is closed at them; then the table stands.
  marked_ms bigint,
  final_ms bigint,
  -- How many took part, once the table stands.
  participants integer check (participants >= 0),
  unique (series, round),
  check (final_ms is null or participants is not null)
);
create index competition_open on competition (end_ms) where final_ms is null;

create function competition_keeps_its_terms() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.final_ms is not null or (old.marked_ms is not null and new.marked_ms is distinct from old.marked_ms)
    or (new.final_ms is not null and new.marked_ms is null)
    or (new.id, new.series, new.round, new.name, new.fund, new.start_ms, new.end_ms, new.join_until_ms, new.prizes, new.symbols,
        new.max_lever, new.min_trades, new.is_sample, new.review_ms)
      is distinct from
       (old.id, old.series, old.round, old.name, old.fund, old.start_ms, old.end_ms, old.join_until_ms, old.prizes, old.symbols,
        old.max_lever, old.min_trades, old.is_sample, old.review_ms)
  then
    raise exception 'competition % is over, or its terms are fixed', old.id using errcode = 'FL002';
  end if;
  return new;
end $$;
create trigger competition_keeps_its_terms before update or delete on competition for each row execute function competition_keeps_its_terms();

-- The last record of each market at the end: everybody's positions close at these, whenever that is done.
create table competition_mark (
  competition_id text not null references competition (id),
  symbol text not null,
  mid numeric not null check (mid > 0),
  sec bigint not null,
  conversion_rate numeric not null check (conversion_rate > 0),
  primary key (competition_id, symbol)
);
create trigger competition_mark_immutable before update or delete or truncate on competition_mark
for each statement execute function refuse_change();

create table competition_entry (
  id bigint primary key,
  competition_id text not null references competition (id),
  -- Nobody's in a sample; then it has a name.
  user_id bigint,
  sample_name text,
  -- 1 takes part, -2 to the end, -3 left, or was taken out.
  status smallint not null default 1 check (status in (1, -2, -3)),
  fund numeric(36, 8) not null check (fund > 0),
  joined_ms bigint not null,
  left_ms bigint,
  -- Taken out by staff, and why.
  out_reason text check (out_reason in ('self_crossing', 'many_accounts')),
  out_note text,
  out_ms bigint,
  -- The server's day (UTC+8) whose income is counted, and the equity that it began with.
  day text not null,
  day_equity numeric(36, 8) not null,
  -- The highest equity, and the deepest fall from one, as far as they were written down while it ran.
  peak numeric(36, 8) not null,
  max_drawdown numeric(12, 8) not null default 0 check (max_drawdown >= 0),
  -- Once it is over.
  equity numeric(36, 8) check (equity >= 0),
  closed_trades integer check (closed_trades >= 0),
  -- In the table that stands.
  rank integer check (rank >= 1),
  prize numeric(36, 8) check (prize > 0),
  is_told boolean not null default false,
  unique (competition_id, user_id),
  check ((user_id is null) = (sample_name is not null)),
  check (status = 1 or (left_ms is not null and equity is not null and closed_trades is not null)),
  check (num_nulls(out_reason, out_note, out_ms) in (0, 3)),
  check (rank is null or (status = -2 and out_reason is null)),
  check (prize is null or rank is not null)
) with (fillfactor = 70);
-- A person takes part in one competition at a time.
create unique index competition_entry_running on competition_entry (user_id) where status = 1;
create index competition_entry_of_user on competition_entry (user_id, id desc);
create index competition_entry_to_end on competition_entry (competition_id, id) where status = 1;
create unique index competition_entry_rank on competition_entry (competition_id, rank) where rank is not null;
create index competition_entry_out on competition_entry (competition_id, out_ms) where out_reason is not null;
create index competition_entry_to_leave on competition_entry (id) where status = 1 and out_reason is not null;
create index competition_entry_to_tell on competition_entry (competition_id, id) where rank is not null and not is_told;

-- It goes one way; what it came to is never edited, and what stands in the final table less so.
create function competition_entry_goes_on() returns trigger language plpgsql as $$
declare
  final bigint;
begin
  select final_ms into final from competition where id = old.competition_id;
  if tg_op = 'DELETE' or (old.status <> 1 and new.status <> old.status)
    or (new.id, new.competition_id, new.user_id, new.sample_name, new.fund, new.joined_ms)
      is distinct from (old.id, old.competition_id, old.user_id, old.sample_name, old.fund, old.joined_ms)
    or (old.out_reason is not null
      and (new.out_reason, new.out_note, new.out_ms) is distinct from (old.out_reason, old.out_note, old.out_ms))
    or (old.status <> 1 and (new.left_ms, new.day, new.day_equity, new.peak, new.max_drawdown, new.equity, new.closed_trades)
      is distinct from (old.left_ms, old.day, old.day_equity, old.peak, old.max_drawdown, old.equity, old.closed_trades))
    or (old.rank is not null and (new.rank, new.prize) is distinct from (old.rank, old.prize))
    or (old.is_told and not new.is_told)
    or (final is not null and (new.status, new.out_reason, new.rank, new.prize)
      is distinct from (old.status, old.out_reason, old.rank, old.prize))
  then
    raise exception 'competition entry % is over, or its terms are fixed', old.id using errcode = 'FL002';
  end if;
  return new;
end $$;
create trigger competition_entry_goes_on before update or delete on competition_entry
for each row execute function competition_entry_goes_on();

-- When highest equities and falls were last written down: several servers know them, one writes.
create table competition_kept (
  only_row boolean primary key default true check (only_row),
  at_ms bigint not null
);
insert into competition_kept (at_ms) values (0);

-- Whatever asks: no position in book 3 without somebody taking part.
create function position_of_competition_has_entry() returns trigger language plpgsql as $$
begin
  if not exists (select from competition_entry where user_id = new.user_id and status = 1) then
    raise exception 'user % takes part in no competition', new.user_id using errcode = 'FL002';
  end if;
  return new;
end $$;
create trigger position_of_competition_has_entry before insert on position
for each row when (new.account_type = 3) execute function position_of_competition_has_entry();

-- What the PRIZE account holds, in one short read.
create index leg_of_prizes on leg (book) include (currency, amount) where user_id is null and bucket = 'PRIZE';
