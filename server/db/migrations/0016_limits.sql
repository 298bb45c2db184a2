-- Who may trade with what they have (product §2.7, §3.7, §3.8): verified identity, own limits, breaks, and the questions about risk.

alter table account
  -- 0 none, 1 basic, 2 advanced.
  add column kyc_level smallint not null default 0 check (kyc_level between 0 and 2),
  -- The country of the verified document; beside the declared one the stricter counts.
  add column kyc_country text check (kyc_country ~ '^[A-Z]{2}$');

-- What a person allows themselves at most. `value` counts now, null is no limit. A looser one that was asked for waits in asked_value until
-- asked_ms and for a second confirmation.
create table own_limit (
  user_id bigint not null,
  kind text not null check (kind in (
    'depositDay', 'depositWeek', 'depositMonth', 'lossDay', 'lossWeek', 'lossMonth', 'stakeSecond', 'sessionMinutes')),
  value numeric(36, 8) check (value > 0),
  asked_value numeric(36, 8) check (asked_value > 0),
  asked_ms bigint,
  primary key (user_id, kind),
  check (asked_ms is not null or asked_value is null)
);

-- Time-outs and self-exclusions. They only ever add: nothing here can be shortened or taken back.
create table trading_break (
  id bigint primary key generated always as identity,
  user_id bigint not null,
  kind text not null check (kind in ('timeout', 'exclusion')),
  scope text not null check (scope in ('second', 'leverage', 'all')),
  from_ms bigint not null,
  until_ms bigint not null check (until_ms > from_ms)
);
create index trading_break_of_user on trading_break (user_id, until_ms);
create trigger trading_break_immutable before update or delete or truncate on trading_break for each statement execute function refuse_change();

-- Every try at the questions about risk.
create table suitability_try (
  id bigint primary key generated always as identity,
  user_id bigint not null,
  right_answers smallint not null check (right_answers between 0 and 10),
  passed boolean not null,
  at_ms bigint not null
);
create index suitability_try_of_user on suitability_try (user_id, id desc);
create unique index suitability_passed_once on suitability_try (user_id) where passed;
create trigger suitability_try_immutable before update or delete or truncate on suitability_try for each statement execute function refuse_change();

-- What trading brought and took, by time: fees, results, funding, stakes and what they paid, cover.
create index leg_results_of_user on leg (user_id, book, at_ms) include (type, amount)
  where user_id is not null and type in (5, 8, 9, 14, 15, 16, 38, 39, 40);
