-- What our terms were and when (product 1.10 call 168), and the numbers about us that anyone may see (3.9, call 166). Times are epoch milliseconds.

-- Odds, fees and rates that come with a release, whenever one changed: what holds is the newest row of its name. Withdrawals have a table
-- of their own, because staff announce those.
create table released_term (
  id bigint primary key generated always as identity,
  area text not null check (area <> ''),
  subject text not null,
  name text not null check (name <> ''),
  -- Null: it is not offered any more.
  value numeric,
  -- When the first server of that release started.
  from_ms bigint not null
);
create unique index released_term_at on released_term (area, subject, name, id desc);
create trigger released_term_immutable before update or delete or truncate on released_term for each statement execute function refuse_change();

-- The public numbers of a day, as they were signed.
create table fair_stat (
  -- UTC+8; they tell of the time up to its beginning.
  day text primary key check (day ~ '^\d{4}-\d\d-\d\d$'),
  body text not null,
  ms bigint not null,
  kid text not null,
  sig text not null
);
create trigger fair_stat_immutable before update or delete or truncate on fair_stat for each statement execute function refuse_change();

-- Read once a day, and by nothing else: what people with real money brought home.
create index position_closed_by_time on position (account_type, closed_ms) include (user_id, profit, covered, open_fee, close_fee, funding, close_reason)
  where status = 3;
