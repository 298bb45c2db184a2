-- Who sent money by bank is forgotten once the five years of a deleted account are over, as who a withdrawal went to is, and by no other way.
create or replace function bank_decides_once() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.status = 0 and new.status <> 0
    and (to_jsonb(new) - '{status,decided_by,decided_ms,deposit_id}'::text[]) = (to_jsonb(old) - '{status,decided_by,decided_ms,deposit_id}'::text[])
    and (to_jsonb(old) ->> 'deposit_id' is null or to_jsonb(new) ->> 'deposit_id' = to_jsonb(old) ->> 'deposit_id') then
    return new;
  end if;
  if tg_op = 'UPDATE' and tg_table_name = 'bank_line' and to_jsonb(new) ->> 'sender' = 'erased'
    and (to_jsonb(new) - 'sender') = (to_jsonb(old) - 'sender')
    and exists (select from account_deletion where user_id = (to_jsonb(old) ->> 'user_id')::bigint and erased_ms is not null) then
    return new;
  end if;
  raise exception '% of what staff entered for a bank is refused: it is decided once and stays', tg_op using errcode = 'FL005';
end $$;
