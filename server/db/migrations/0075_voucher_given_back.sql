-- A fee that is given back gives the voucher back what it paid of it (product 2.5, 5.6): its rest grows to what its postings say, and by nothing else.
create or replace function voucher_only_shrinks() returns trigger language plpgsql as $$
declare
  used numeric;
begin
  if tg_op = 'DELETE'
    or (new.id, new.user_id, new.task, new.amount, new.created_ms) is distinct from (old.id, old.user_id, old.task, old.amount, old.created_ms)
  then
    raise exception 'voucher % is only ever used', old.id using errcode = 'FL002';
  end if;
  if new.rest > old.rest then
    select coalesce(sum(l.amount), 0) into used from posting p join leg l on l.posting_id = p.id
      where p.ref_type = 'voucher' and p.ref_id = new.id::text and l.user_id is not null;
    if new.amount - new.rest <> used then
      raise exception 'voucher % is only ever used', old.id using errcode = 'FL002';
    end if;
  end if;
  return new;
end $$;
