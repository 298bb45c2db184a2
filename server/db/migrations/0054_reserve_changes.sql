-- The house's own money that staff put into what incomes and loans are paid from, or take out of it (product 3.2, 2.9, 2.12): two people.
create table reserve_change (
  id bigint primary key,
  account text not null check (account in ('RESERVE_EARN', 'LOAN_POOL')),
  currency text not null check (currency <> ''),
  -- Signed: above zero it is put in.
  amount numeric(36, 8) not null check (amount <> 0),
  reason text not null check (length(reason) between 10 and 300),
  proposed_by bigint not null references staff (id),
  proposed_ms bigint not null,
  -- 0 waiting, 1 approved and posted, -1 declined.
  status smallint not null default 0 check (status in (0, 1, -1)),
  decided_by bigint references staff (id),
  decided_ms bigint,
  posting_id bigint unique references posting (id),
  check ((status = 0) = (decided_by is null) and (status = 0) = (decided_ms is null)),
  check ((status = 1) = (posting_id is not null)),
  -- To decline, one is enough.
  check (status <> 1 or decided_by <> proposed_by)
);
create index reserve_change_waiting on reserve_change (id) where status = 0;

create function reserve_change_decides_once() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.status = 0 and new.status <> 0
    and (new.id, new.account, new.currency, new.amount, new.reason, new.proposed_by, new.proposed_ms)
      = (old.id, old.account, old.currency, old.amount, old.reason, old.proposed_by, old.proposed_ms) then
    return new;
  end if;
  raise exception '% of a change of a reserve is refused: it is decided once and stays', tg_op using errcode = 'FL005';
end $$;
create trigger reserve_change_decides_once before update or delete on reserve_change
for each row execute function reserve_change_decides_once();
create trigger reserve_change_kept before truncate on reserve_change for each statement execute function refuse_change();
