-- Chains that cannot be read now, since when (epoch milliseconds; 0 where waiting does not help) and why, for staff. The next good look removes the row.
create table chain_trouble (
  chain text primary key,
  since_ms bigint not null,
  reason text not null check (reason <> '')
);
