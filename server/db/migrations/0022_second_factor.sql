-- Second factors, the withdrawal password and what they hold back (product 1.2, server.md A4). Times are epoch milliseconds.

alter table account add column safe_password_hash text;

-- A bound authenticator. The secret is sealed (AES-256-GCM: nonce, tag, text); a step counts once, whichever server sees it.
create table authenticator (
  account_id bigint primary key references account (id),
  secret bytea not null check (length(secret) > 28),
  last_step bigint not null,
  -- Salt of this person's recovery codes.
  salt bytea not null check (length(salt) = 16),
  bound_ms bigint not null
);

create function step_only_rises() returns trigger language plpgsql as $$
begin
  if new.last_step <= old.last_step then
    raise exception 'an authenticator step is used once' using errcode = 'FL010';
  end if;
  return new;
end $$;
create trigger authenticator_step before update of last_step on authenticator for each row execute function step_only_rises();

-- A secret that was shown but not bound yet.
create table authenticator_offer (
  account_id bigint primary key references account (id),
  id bigint not null unique,
  secret bytea not null check (length(secret) > 28),
  expires_ms bigint not null
);
create index authenticator_offer_expires on authenticator_offer (expires_ms);

create table recovery_code (
  account_id bigint not null references authenticator (account_id) on delete cascade,
  code_hash bytea not null check (length(code_hash) = 32),
  used_ms bigint,
  primary key (account_id, code_hash)
);

-- The first factor was right and the second is awaited.
create table sign_in_ticket (
  -- SHA-256 of the ticket.
  ticket_hash bytea primary key check (length(ticket_hash) = 32),
  account_id bigint not null references account (id),
  device text not null,
  tries smallint not null default 0 check (tries between 0 and 5),
  expires_ms bigint not null
);
create index sign_in_ticket_account on sign_in_ticket (account_id);
create index sign_in_ticket_expires on sign_in_ticket (expires_ms);

-- After a change of sign-in details money goes only to addresses that were known before.
create table address_hold (
  id bigint primary key,
  account_id bigint not null references account (id),
  reason text not null check (reason <> ''),
  created_ms bigint not null,
  until_ms bigint not null check (until_ms > created_ms)
);
create index address_hold_of on address_hold (account_id, until_ms desc);
