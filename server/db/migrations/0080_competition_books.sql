-- Each competition entry is a book of its own (product 0.1, 2.10): a wallet, positions, an end. A person takes part in as many as they like.

-- Whose wallet of book 3 it is. Legs are never rewritten: entries from before share the one that has their person's id, one after the other.
alter table competition_entry add column wallet_id bigint;
update competition_entry set wallet_id = coalesce(user_id, id);
alter table competition_entry
  alter column wallet_id set not null,
  add constraint competition_entry_has_wallet check (wallet_id in (id, user_id));
drop index competition_entry_running;
create unique index competition_entry_running on competition_entry (wallet_id) where status = 1;

create or replace function competition_entry_goes_on() returns trigger language plpgsql as $$
declare
  final bigint;
begin
  select final_ms into final from competition where id = old.competition_id;
  if tg_op = 'DELETE' or (old.status <> 1 and new.status <> old.status)
    or (new.id, new.competition_id, new.user_id, new.wallet_id, new.sample_name, new.fund, new.joined_ms)
      is distinct from (old.id, old.competition_id, old.user_id, old.wallet_id, old.sample_name, old.fund, old.joined_ms)
    or (old.out_reason is not null
      and (new.out_reason, new.out_note, new.out_ms) is distinct from (old.out_reason, old.out_note, old.out_ms))
    or (old.status <> 1 and (new.left_ms, new.day, new.day_equity, new.peak, new.max_drawdown, new.equity, new.closed_trades)
      is distinct from (old.left_ms, old.day, old.day_equity, old.peak, old.max_drawdown, old.equity, old.closed_trades))
    or (old.rank is not null and (new.rank, new.prize) is distinct from (old.rank, old.prize))
    or (old.is_told and not new.is_told)
    or (final is not null and (new.status, new.out_reason, new.rank, new.prize)
      is distinct from (old.status, old.out_reason, old.rank, old.prize))
  then
    raise exception 'competition entry % is over, or its terms are fixed', old.id using errcode = 'FL002';
  end if;
  -- Whoever ends it, also a server that looks for its money elsewhere.
  if old.status = 1 and new.status <> 1
    and exists (select from balance where user_id = old.wallet_id and book = 3 and amount <> 0)
  then
    raise exception 'competition entry % still holds something', old.id using errcode = 'FL002';
  end if;
  return new;
end $$;

-- Positions of before belong to the entry that their person was in when they were opened: there was one at a time. Clocks of two servers
-- differ a little, so one that seems to be from before the first entry is of that one.
alter table position add column entry_id bigint references competition_entry (id);
alter table position disable trigger position_keeps_its_terms;
update position p set entry_id = (
  select e.id from competition_entry e where e.user_id = p.user_id
  order by e.joined_ms <= p.created_ms desc, abs(e.joined_ms - p.created_ms) limit 1)
where p.account_type = 3;
alter table position enable trigger position_keeps_its_terms;
alter table position add constraint position_of_competition_names_entry check ((account_type = 3) = (entry_id is not null));
create index position_of_entry on position (entry_id, status) where entry_id is not null;

create or replace function position_keeps_its_terms() returns trigger language plpgsql as $$
begin
  if not (
      (old.status in (0, 1, 2) and new.status = old.status)
      or (old.status = 0 and new.status in (1, 4))
      or (old.status = 1 and new.status in (2, 3))
      or (old.status = 2 and new.status = 3))
    or (new.id, new.order_no, new.user_id, new.account_type, new.entry_id, new.symbol, new.direction, new.order_type, new.limit_price, new.lever,
        new.contract_size, new.fee_rate, new.created_ms, new.expires_ms, new.part_of)
      is distinct from
       (old.id, old.order_no, old.user_id, old.account_type, old.entry_id, old.symbol, old.direction, old.order_type, old.limit_price, old.lever,
        old.contract_size, old.fee_rate, old.created_ms, old.expires_ms, old.part_of)
    or ((new.quantity, new.open_price, new.margin, new.open_fee, new.open_sec) is distinct from
        (old.quantity, old.open_price, old.margin, old.open_fee, old.open_sec)
      and not (old.status = 0 and new.status = 1 and new.quantity = old.quantity and new.margin + new.open_fee <= old.margin + old.open_fee)
      and not (old.status = 1 and new.status = 1 and new.open_price = old.open_price and new.open_sec = old.open_sec
        and new.quantity < old.quantity and new.margin < old.margin and new.open_fee <= old.open_fee))
  then
    raise exception 'position % is settled or its terms are fixed', old.id using errcode = 'FL002';
  end if;
  return new;
end $$;

-- Whatever asks: no position in book 3 without its person taking part, in that competition.
create or replace function position_of_competition_has_entry() returns trigger language plpgsql as $$
begin
  if not exists (select from competition_entry where id = new.entry_id and user_id = new.user_id and status = 1) then
    raise exception 'user % takes part in no competition that this position is of', new.user_id using errcode = 'FL002';
  end if;
  return new;
end $$;
