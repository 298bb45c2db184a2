-- What the published price record says of the second contracts that were settled on a day: counted while its seconds are kept, for good.
create table second_by_record (
  day wire_day not null,
  account_type smallint not null check (account_type in (1, 2)),
  -- 1 won, 2 lost, 3 equal prices, 4 no price.
  result smallint not null check (result between 1 and 4),
  count integer not null check (count >= 0),
  primary key (account_type, day, result)
);
create trigger second_by_record_immutable before update or delete or truncate on second_by_record
for each statement execute function refuse_change();
