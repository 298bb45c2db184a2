-- The same body a moment later is refused, and may be repeated once for each such refusal: when it was refused last, null once it was repeated.
alter table once_recent add column refused_ms bigint;

-- Confirm tokens that an order was made with: each is good for one.
create table confirm_used (
  token_hash bytea primary key,
  at_ms bigint not null
);
create index confirm_used_at on confirm_used (at_ms);
