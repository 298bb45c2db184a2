-- What somebody wrote for an identity check is changed once the account is deleted, and then alone: the contact for emergencies, who is
-- somebody else, is taken out of it.
create or replace function kyc_application_is_decided_once() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - 'details') = (to_jsonb(old) - 'details')
    and exists (select from account where id = old.user_id and deleted_ms is not null) then
    return new;
  end if;
  if (new.id, new.user_id, new.level, new.country, new.details, new.key_id, new.document, new.id_type, new.document_tail, new.expires_day, new.files,
      new.consent_version, new.submitted_ms, new.due_ms)
      is distinct from
     (old.id, old.user_id, old.level, old.country, old.details, old.key_id, old.document, old.id_type, old.document_tail, old.expires_day, old.files,
      old.consent_version, old.submitted_ms, old.due_ms)
    or old.status <> 0 and (new.status, new.reviewed_ms, new.reviewer, new.reason)
      is distinct from (old.status, old.reviewed_ms, old.reviewer, old.reason)
  then
    raise exception 'application % is not changed', old.id using errcode = 'FL002';
  end if;
  return new;
end $$;
