-- Who turned it on gives their withdrawal password for every purchase of an earn product (product 1.4 call 64).
alter table account add column asks_on_purchases boolean not null default false;
-- It cannot be on without a password to ask for.
alter table account add constraint account_asks_for_what_is_set check (not asks_on_purchases or safe_password_hash is not null);
