-- What the law of a country lets a production server offer there (product 0.1, 3.8): staff propose a record, somebody else on staff approves
-- it, and from its moment on the product is offered for play money, for real money, or not at all. The newest decision that has begun holds.
create table legal_record (
  id bigint primary key,
  -- ISO 3166-1 alpha-2, of the country whose law it is.
  country text not null check (country ~ '^[A-Z]{2}$'),
  product text not null check (product in ('contract', 'cryptoContract', 'option', 'second', 'loan', 'earn', 'ieo', 'incentive')),
  availability text not null check (availability in ('off', 'demo', 'real')),
  from_ms bigint not null,
  -- The licence, the opinion or the order that it stands on.
  reason text not null check (length(reason) between 10 and 300),
  proposed_by bigint not null references staff (id),
  proposed_ms bigint not null,
  -- 0 waiting, 1 holds, -1 declined.
  status smallint not null default 0 check (status in (0, 1, -1)),
  decided_by bigint references staff (id),
  decided_ms bigint,
  -- The order of the decisions that hold.
  decision bigint unique,
  check ((status = 0) = (decided_by is null) and (status = 0) = (decided_ms is null)),
  check ((status = 1) = (decision is not null)),
  -- To take a product away, and to decline, one is enough.
  check (status <> 1 or availability = 'off' or decided_by <> proposed_by)
);
create index legal_record_waiting on legal_record (id) where status = 0;
create sequence legal_record_decision;

create function legal_record_decides_once() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.status = 0 and new.status <> 0
    and (new.id, new.country, new.product, new.availability, new.from_ms, new.reason, new.proposed_by, new.proposed_ms)
      = (old.id, old.country, old.product, old.availability, old.from_ms, old.reason, old.proposed_by, old.proposed_ms) then
    return new;
  end if;
  raise exception '% of a legal record is refused: it is decided once and stays', tg_op using errcode = 'FL005';
end $$;
create trigger legal_record_decides_once before update or delete on legal_record
for each row execute function legal_record_decides_once();
create trigger legal_record_kept before truncate on legal_record for each statement execute function refuse_change();
