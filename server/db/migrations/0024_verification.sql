-- Pictures that people hand in, and who they are by their documents (product 1.7, 1.8, 2.13). Times are epoch milliseconds.

create table upload (
  -- Shown as it is: not guessable, and asked for only together with its owner or a signed link.
  id bigint primary key,
  user_id bigint not null,
  biz text not null check (biz in ('kyc', 'voucher', 'avatar', 'support')),
  name text not null check (length(name) between 1 and 120),
  type text not null check (type in ('image/jpeg', 'image/png', 'image/webp')),
  -- Of the picture as it was encoded anew, before it was sealed.
  size integer not null check (size > 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  -- Sealed with the key of that name; '' where it lies open. Identity pictures never lie open.
  key_id text not null check (biz <> 'kyc' or key_id <> ''),
  content bytea not null,
  created_ms bigint not null,
  -- When something of its owner first named it; one that nothing named is forgotten after a day.
  used_ms bigint
);
create index upload_of_user on upload (user_id, biz, id desc);
create index upload_unused on upload (created_ms) where used_ms is null;

create function upload_keeps_its_content() returns trigger language plpgsql as $$
begin
  if old.used_ms is not null or new.used_ms is null
    or (new.id, new.user_id, new.biz, new.name, new.type, new.size, new.sha256, new.width, new.height, new.key_id, new.content, new.created_ms)
      is distinct from
       (old.id, old.user_id, old.biz, old.name, old.type, old.size, old.sha256, old.width, old.height, old.key_id, old.content, old.created_ms)
  then
    raise exception 'upload % is not changed', old.id using errcode = 'FL002';
  end if;
  return new;
end $$;
create trigger upload_keeps_its_content before update on upload for each row execute function upload_keeps_its_content();

-- How many pictures of a kind somebody had looked at on a day (UTC+8), readable or not.
create table upload_count (
  user_id bigint not null,
  biz text not null,
  day integer not null,
  tries integer not null check (tries > 0),
  primary key (user_id, biz, day)
);

-- Every time somebody else than its owner looked at a picture; the owner is shown it.
create table upload_read (
  id bigint primary key generated always as identity,
  upload_id bigint not null,
  owner_id bigint not null,
  biz text not null,
  reader text not null check (reader <> ''),
  at_ms bigint not null
);
create index upload_read_of_owner on upload_read (owner_id, id desc);
create trigger upload_read_immutable before update or delete or truncate on upload_read for each statement execute function refuse_change();

-- Who somebody is by their papers. All that they wrote is sealed; the document can be found again by its fingerprint alone.
create table kyc_application (
  id bigint primary key,
  user_id bigint not null references account (id),
  -- 1 basic, 2 advanced.
  level smallint not null check (level in (1, 2)),
  -- 0 waiting, 1 authorised, 2 rejected.
  status smallint not null default 0 check (status in (0, 1, 2)),
  country text not null check (country ~ '^[A-Z]{2}$'),
  details bytea not null,
  key_id text not null check (key_id <> ''),
  -- Of country, kind and number of the document; level 1 alone.
  document text check ((level = 1) = (document is not null)),
  -- 1 ID card, 2 passport.
  id_type smallint check (id_type in (1, 2)),
  check ((level = 1) = (id_type is not null)),
  document_tail text not null default '',
  -- The last day on which the document is valid.
  expires_day date,
  files bigint[] not null check (cardinality(files) between 1 and 4),
  consent_version text not null,
  submitted_ms bigint not null,
  due_ms bigint not null,
  reviewed_ms bigint check ((status = 0) = (reviewed_ms is null)),
  reviewer text check ((status = 0) = (reviewer is null)),
  reason text check ((status = 2) = (reason is not null)),
  -- When a newer one was authorised in its place.
  superseded_ms bigint check (superseded_ms is null or status = 1),
  -- When the person was told that the document is no longer valid.
  expiry_told_ms bigint check (expiry_told_ms is null or status = 1)
);
create index kyc_application_of_user on kyc_application (user_id, id desc);
create index kyc_application_waiting on kyc_application (due_ms, id) where status = 0;
create unique index kyc_application_one_waiting on kyc_application (user_id, level) where status = 0;
create unique index kyc_application_one_authorised on kyc_application (user_id, level) where status = 1 and superseded_ms is null;
create index kyc_application_expires on kyc_application (expires_day) where status = 1 and superseded_ms is null and expiry_told_ms is null;

create function kyc_application_is_decided_once() returns trigger language plpgsql as $$
begin
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
create trigger kyc_application_is_decided_once before update on kyc_application
  for each row execute function kyc_application_is_decided_once();

-- One document stands for one account: while it is checked and once it is authorised.
create table kyc_document (
  document text primary key,
  user_id bigint not null references account (id)
);
create index kyc_document_of_user on kyc_document (user_id);

-- Which key seals what people hand in. Every server on this database needs the same.
create table rest_key (
  id smallint primary key check (id = 1),
  key_id text not null
);
