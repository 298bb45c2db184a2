-- Profile, personal information, the mails that tell of what happened, and where somebody signed in (product 1.2 calls 12, 14, 20, 33).
-- Times are epoch milliseconds.

-- The phrase stands in every mail to this person, so it is text. It opens nothing; it only shows that a mail is ours.
alter table account
  add column avatar text,
  add column mail_phrase text check (char_length(mail_phrase) between 4 and 20);

create table personal_details (
  account_id bigint primary key references account (id),
  surname text not null check (char_length(surname) between 1 and 60),
  first_name text not null check (char_length(first_name) between 1 and 60),
  -- 1 male, 2 female.
  gender smallint not null check (gender in (1, 2)),
  birthday date not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  address text not null check (char_length(address) between 5 and 200),
  area_code text not null check (area_code ~ '^[0-9]{1,4}$'),
  phone text not null check (phone ~ '^[0-9]{5,15}$'),
  updated_ms bigint not null
);

-- What was verified stays as it was verified; the address and the phone may change (product 1.2 call 14).
create function personal_details_stay_verified() returns trigger language plpgsql as $$
begin
  if (new.account_id, new.surname, new.first_name, new.gender, new.birthday, new.country)
      is distinct from (old.account_id, old.surname, old.first_name, old.gender, old.birthday, old.country)
    and exists (select from account where id = old.account_id and kyc_level > 0)
  then
    raise exception 'details of % are verified', old.account_id using errcode = 'FL003';
  end if;
  return new;
end $$;
create trigger personal_details_stay_verified before update on personal_details
  for each row execute function personal_details_stay_verified();

-- Mails that wait for the mail server. A row is written with what it tells of, and goes when it was sent or is a day old.
create table mail_outbox (
  id bigint primary key generated always as identity,
  account_id bigint not null references account (id),
  -- Where the person could be reached when it happened: a changed address is told of at the old one.
  address text not null,
  kind text not null check (kind <> ''),
  params jsonb not null default '{}',
  created_ms bigint not null,
  -- Moved on by whoever tries to send, before the try: no two servers send the same mail, and one that dies is followed by another.
  due_ms bigint not null,
  tries integer not null default 0
);
create index mail_outbox_due on mail_outbox (due_ms);

-- Every sign-in to a known account, the refused ones too. Kept for half a year.
create table sign_in (
  id bigint primary key,
  account_id bigint not null references account (id),
  -- Null where it was refused.
  session_id bigint,
  way text not null check (way <> ''),
  ok boolean not null,
  device text not null,
  -- SHA-256 of the id that the device names itself by, where it did.
  device_hash bytea,
  ip text not null,
  at_ms bigint not null,
  -- When the person said that this was somebody else.
  disowned_ms bigint
);
create index sign_in_of_account on sign_in (account_id, id desc);
create index sign_in_of_session on sign_in (session_id) where session_id is not null;
create index sign_in_at on sign_in (at_ms);

-- Sessions from before are known devices: nobody is told of the phone in their hand.
insert into sign_in (id, account_id, session_id, way, ok, device, ip, at_ms)
  select id, account_id, id, 'earlier', true, device, ip, created_ms from session;
