-- What people may ask of us about what is kept of them (product 3.10): a copy of all of it, and to be forgotten. Times are epoch milliseconds.

create table data_export (
  id bigint primary key,
  user_id bigint not null references account (id),
  -- 0 being made, 1 ready, -1 failed.
  status smallint not null default 0 check (status in (0, 1, -1)),
  created_ms bigint not null,
  -- Which try this is. Whoever makes it says so with every part: one that was thought dead writes nothing more.
  run integer not null default 0,
  -- When its maker was last seen at work.
  worked_ms bigint,
  ready_ms bigint check ((status = 1) = (ready_ms is not null)),
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$' and (status = 1) = (sha256 is not null)),
  size bigint check (size > 0 and (status = 1) = (size is not null)),
  key_id text,
  -- When its parts were thrown away.
  dropped_ms bigint
);
create index data_export_of_user on data_export (user_id, id desc);
create unique index data_export_one_at_work on data_export (user_id) where status = 0;
create index data_export_at_work on data_export (created_ms) where status = 0;
create index data_export_kept on data_export (ready_ms) where status = 1 and dropped_ms is null;

-- Sealed, each bound to its place.
create table data_export_part (
  export_id bigint not null references data_export (id),
  n integer not null,
  content bytea not null,
  primary key (export_id, n)
);
alter table data_export_part alter column content set storage external;

create table account_deletion (
  id bigint primary key generated always as identity,
  user_id bigint not null references account (id),
  asked_ms bigint not null,
  -- Moved on while something is in the way.
  due_ms bigint not null check (due_ms > asked_ms),
  -- When its owner was told that something is in the way.
  waits_told_ms bigint,
  undone_ms bigint,
  done_ms bigint,
  -- What the law wants kept goes then.
  erase_ms bigint check ((done_ms is null) = (erase_ms is null) and erase_ms > done_ms),
  erased_ms bigint check (erased_ms >= erase_ms),
  check (undone_ms is null or done_ms is null)
);
create unique index account_deletion_of_user on account_deletion (user_id) where undone_ms is null;
create index account_deletion_due on account_deletion (due_ms, id) where undone_ms is null and done_ms is null;
create index account_deletion_erase on account_deletion (erase_ms, id) where done_ms is not null and erased_ms is null;

create function account_deletion_goes_on() returns trigger language plpgsql as $$
begin
  if (new.id, new.user_id, new.asked_ms) is distinct from (old.id, old.user_id, old.asked_ms)
    or old.undone_ms is not null or old.erased_ms is not null
    or old.done_ms is not null and (new.undone_ms, new.done_ms, new.erase_ms) is distinct from (old.undone_ms, old.done_ms, old.erase_ms)
  then
    raise exception 'deletion % is not changed so', old.id using errcode = 'FL002';
  end if;
  return new;
end $$;
create trigger account_deletion_goes_on before update on account_deletion for each row execute function account_deletion_goes_on();

-- When somebody was forgotten; nothing signs in to such an account any more.
alter table account add column deleted_ms bigint,
  add constraint account_deleted_is_empty check (
    deleted_ms is null or num_nonnulls(email, phone, guest_device, password_hash, safe_password_hash, avatar, mail_phrase) = 0);

-- Who a withdrawal went to is forgotten once its five years are over, and by no other way: all else in it stays as it was.
create function is_withdrawal_erasure(old_row withdrawal, new_row withdrawal) returns boolean language plpgsql stable as $$
begin
  if new_row.address <> 'erased' then
    return false;
  end if;
  return (new_row.memo, new_row.bank_name, new_row.real_name, new_row.swift, new_row.label, new_row.remark) = ('', '', '', '', '', '')
    and new_row.beneficiary is null
    and to_jsonb(new_row) - array['address', 'memo', 'bank_name', 'real_name', 'swift', 'label', 'remark', 'beneficiary']
      = to_jsonb(old_row) - array['address', 'memo', 'bank_name', 'real_name', 'swift', 'label', 'remark', 'beneficiary']
    and exists (select from account_deletion where user_id = old_row.user_id and erased_ms is not null);
end $$;
drop trigger withdrawal_keeps_its_way on withdrawal;
create trigger withdrawal_keeps_its_way before update on withdrawal
  for each row when (not is_withdrawal_erasure(old, new)) execute function withdrawal_keeps_its_way();
