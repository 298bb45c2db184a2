-- People and their sessions (product 1.2). Times are epoch milliseconds. Secrets are stored only as hashes.

create table account (
  id bigint primary key,
  uid text not null unique check (uid ~ '^[1-9][0-9]{7}$'),
  -- Lower-cased. Guests have neither email nor phone, only the device they began on.
  email text unique,
  area_code text,
  phone text,
  guest_device text unique,
  password_hash text,
  nickname text not null,
  -- ISO 3166 alpha-2, or '' where nobody has said (guests).
  country text not null,
  lang text not null,
  is_guest boolean not null,
  invite_code text not null unique,
  invited_by bigint references account (id),
  settings jsonb not null default '{}',
  agreement_version text,
  agreed_ms bigint,
  -- Presence for the support queue only; written only while the person allows it.
  online_ms bigint,
  created_ms bigint not null,
  unique (area_code, phone),
  check ((area_code is null) = (phone is null)),
  check (is_guest = (guest_device is not null and email is null and phone is null))
);
-- A number may be given without its area code.
create index account_phone on account (phone) where phone is not null;
create index account_invited_by on account (invited_by) where invited_by is not null;

create table session (
  id bigint primary key,
  account_id bigint not null references account (id),
  -- SHA-256 of the token.
  token_hash bytea not null unique check (length(token_hash) = 32),
  device text not null,
  ip text not null,
  created_ms bigint not null,
  active_ms bigint not null,
  expires_ms bigint not null,
  ended_ms bigint
);
create index session_expires on session (expires_ms);
create index session_live on session (account_id, active_ms desc) where ended_ms is null;

-- One row per code sent. `target` is an email address, or area code and number joined by '-'.
create table code (
  id bigint primary key,
  scene text not null,
  target text not null,
  code_hash text not null,
  tries smallint not null default 0,
  created_ms bigint not null,
  expires_ms bigint not null,
  used_ms bigint
);
create index code_of_target on code (target, created_ms desc);

-- Locked while a code for that target is made, so that two requests at once cannot both pass the limits.
create table code_target (
  target text primary key
);

-- Password tries per name (known or not) and per address; a success empties the name's row.
create table sign_in_try (
  key text primary key,
  tries integer not null,
  since_ms bigint not null
);
create index sign_in_try_since on sign_in_try (since_ms);
