-- A payout that no block takes is signed again under the same number of its sender, at a higher fee: a chain takes one of them at most. The
-- first is in its withdrawal; the later ones are here, each stored before anybody sees it. Times are epoch milliseconds.
create table withdrawal_try (
  id bigint primary key generated always as identity,
  withdrawal_id bigint not null references withdrawal (id),
  raw_tx text not null check (raw_tx <> ''),
  tx_hash text not null unique check (tx_hash <> ''),
  signed_ms bigint not null
);
create index withdrawal_try_of on withdrawal_try (withdrawal_id, id);

-- The one to look for: that which a block holds, else the one that was sent last. Null while there is only the first.
alter table withdrawal add column sent_hash text;

create function withdrawal_try_follows() returns trigger language plpgsql as $$
begin
  perform from withdrawal where id = new.withdrawal_id and nonce is not null and final_ms is null and status in (0, 2) and tx_hash <> new.tx_hash;
  if not found then
    raise exception 'withdrawal % is not signed, or it is over', new.withdrawal_id using errcode = 'FL002';
  end if;
  return new;
end $$;
create trigger withdrawal_try_follows before insert on withdrawal_try for each row execute function withdrawal_try_follows();
create trigger withdrawal_try_immutable before update or delete or truncate on withdrawal_try
  for each statement execute function refuse_change();
