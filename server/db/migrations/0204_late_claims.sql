-- A claim that nobody decided in its time is passed on once, and its owner is told.
alter table deposit add column escalated_ms bigint check (escalated_ms is null or source <> 'chain');
create index deposit_claim_late on deposit (due_ms) where status = 0 and source <> 'chain' and escalated_ms is null;
