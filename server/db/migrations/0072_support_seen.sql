-- The newest message of a conversation that staff have opened, so that its owner knows what was read.
alter table support_ticket add column staff_seen_to bigint not null default 0;

create function support_ticket_stays_seen() returns trigger language plpgsql as $$
begin
  if new.staff_seen_to < old.staff_seen_to then
    raise exception 'ticket % is not changed so', old.id using errcode = 'FL002';
  end if;
  return new;
end $$;
create trigger support_ticket_stays_seen before update of staff_seen_to on support_ticket for each row execute function support_ticket_stays_seen();
