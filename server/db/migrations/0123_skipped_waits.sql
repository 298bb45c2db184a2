-- In a sandbox a person may skip the day that a try of the risk questions asks for. Tries only grow, so what was skipped is a row of its own.
create table suitability_skip (
  try_id bigint primary key references suitability_try (id),
  at_ms bigint not null
);
