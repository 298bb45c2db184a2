-- Passkeys, wallets and other services as ways to sign in (product 1.2 calls 22-32). Times are epoch milliseconds.

-- What somebody must answer within minutes and only once: a passkey's challenge, a wallet's nonce, the state of a way to another service.
create table sign_in_challenge (
  -- SHA-256 of the text that was handed out.
  hash bytea primary key check (length(hash) = 32),
  purpose text not null check (purpose in ('passkeyAdd', 'passkeySignIn', 'passkeyStepUp', 'wallet', 'thirdParty')),
  -- Whose answer alone counts; null for anybody's, 0 for nobody's (an account was named that does not exist).
  account_id bigint,
  facts jsonb not null,
  expires_ms bigint not null
);
create index sign_in_challenge_expires on sign_in_challenge (expires_ms);

create table passkey (
  id bigint primary key,
  account_id bigint not null references account (id),
  credential_id text not null unique check (credential_id <> ''),
  public_key bytea not null,
  -- The authenticator's own count of its uses; 0 for ever where it keeps none.
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  -- The site that it was made for; it can sign for no other.
  rp_id text not null,
  name text not null check (name <> '' and length(name) <= 60),
  created_ms bigint not null,
  used_ms bigint
);
create index passkey_of_account on passkey (account_id, id);

create table wallet_identity (
  -- Lower-cased, so that one address has one spelling.
  address text primary key check (address ~ '^0x[0-9a-f]{40}$'),
  account_id bigint not null references account (id),
  created_ms bigint not null
);
create index wallet_identity_of_account on wallet_identity (account_id);

create table third_party_identity (
  provider text not null,
  subject text not null check (subject <> ''),
  account_id bigint not null references account (id),
  created_ms bigint not null,
  primary key (provider, subject)
);
create index third_party_identity_of_account on third_party_identity (account_id);

-- Whoever a passkey, an address or a subject belongs to, it never becomes another's; nor does a key change or a passkey's count go back.
create function keep_sign_in_owner() returns trigger language plpgsql as $$
begin
  if new.account_id <> old.account_id then
    raise exception 'a way to sign in does not change hands' using errcode = 'FL006';
  end if;
  return new;
end $$;
create trigger wallet_identity_owner before update on wallet_identity for each row execute function keep_sign_in_owner();
create trigger third_party_identity_owner before update on third_party_identity for each row execute function keep_sign_in_owner();
create trigger passkey_owner before update on passkey for each row execute function keep_sign_in_owner();

create function keep_passkey() returns trigger language plpgsql as $$
begin
  if new.counter < old.counter or new.public_key <> old.public_key or new.credential_id <> old.credential_id then
    raise exception 'a passkey keeps its key, and its count only grows' using errcode = 'FL006';
  end if;
  return new;
end $$;
create trigger passkey_key before update on passkey for each row execute function keep_passkey();
