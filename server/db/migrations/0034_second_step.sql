-- A passkey as the second step, and what signs in to an account seen by its person (product 1.2 calls 8, 22-32). Times are epoch milliseconds.

-- Recovery codes belong to whoever is asked for a second step, whichever that is.
create table recovery (
  account_id bigint primary key references account (id),
  -- Of this person's recovery codes.
  salt bytea not null check (length(salt) = 16)
);
insert into recovery (account_id, salt) select account_id, salt from authenticator;
alter table recovery_code drop constraint recovery_code_account_id_fkey;
alter table recovery_code add constraint recovery_code_account_id_fkey
  foreign key (account_id) references recovery (account_id) on delete cascade;
alter table authenticator drop column salt;

-- Since when a passkey is asked for after the first factor; null where it is not.
alter table account add column passkey_step_ms bigint;

-- By which their owner names them.
alter table wallet_identity add column id bigint generated always as identity unique;
alter table third_party_identity add column id bigint generated always as identity unique;
