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
