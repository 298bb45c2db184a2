-- Every settled order computed again from the published record (product 3.1 F3): one run a day, and more when asked for.
create table replay_run (
  id bigint primary key generated always as identity,
  -- The UTC+8 day of a nightly run, so that two servers make one; null for a run that somebody asked for.
  day text unique,
  begun_ms bigint not null,
  ended_ms bigint,
  checked bigint not null default 0 check (checked >= 0),
  -- Orders of which a second is no longer kept.
  unproved bigint not null default 0 check (unproved >= 0),
  mismatches bigint not null default 0 check (mismatches >= 0)
);
create index replay_run_ended on replay_run (ended_ms desc) where ended_ms is not null;

-- What was booked and what follows from the record, where the two differ.
create table replay_mismatch (
  run_id bigint not null references replay_run (id),
  ref_type text not null,
  ref_id text not null,
  name text not null,
  shown text,
  computed text,
  primary key (run_id, ref_type, ref_id, name)
);
create trigger replay_mismatch_immutable before update or delete or truncate on replay_mismatch
  for each statement execute function refuse_change();
