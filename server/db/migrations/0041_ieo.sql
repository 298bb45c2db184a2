-- Subscriptions of new tokens (product 2.11): the REAL book alone. Times are epoch milliseconds, quantities are tokens, hashes are hex.

create table ieo (
  id text primary key check (id <> ''),
  token text not null unique check (token <> ''),
  -- What is paid in.
  currency text not null check (currency <> ''),
  estimate_price numeric not null check (estimate_price > 0),
  -- Told with the draw.
  win_price numeric not null check (win_price > 0),
  supply numeric(36, 8) not null check (supply > 0),
  user_cap numeric(36, 8) not null check (user_cap > 0),
  lot numeric(36, 8) not null check (lot > 0),
  apply_max numeric(36, 8) not null check (apply_max >= lot),
  apply_start_ms bigint not null,
  apply_end_ms bigint not null,
  draw_ms bigint not null,
  pay_end_ms bigint not null,
  -- 0 upcoming, 1 subscribing, 2 drawing, 3 paying, 4 unlocking, 5 finished, -1 cancelled.
  status smallint not null default 0 check (status between -1 and 5),
  -- Nothing more is due of it.
  is_settled boolean not null default false,
  -- What its open applications ask for, and how many they are.
  applied numeric(36, 8) not null default 0 check (applied >= 0),
  applicants integer not null default 0 check (applicants >= 0),
  secret_hash text not null check (secret_hash ~ '^[0-9a-f]{64}$'),
  secret_sealed bytea not null,
  -- Made up, for a sandbox: what applies for it may be nobody's.
  is_example boolean not null,
  place integer not null,
  doc_key text,
  cancel_reason text,
  check (apply_start_ms < apply_end_ms and apply_end_ms <= draw_ms and draw_ms < pay_end_ms),
  check (mod(supply, lot) = 0 and mod(user_cap, lot) = 0 and mod(apply_max, lot) = 0),
  check ((status = -1) = (cancel_reason is not null)),
  check (not is_settled or status in (-1, 5))
);
create index ieo_unsettled on ieo (place, id) where not is_settled;

-- One state after the other, cancelled from anywhere, and terms that people applied for stay; a late draw gives everyone the whole time to pay.
create function ieo_keeps_its_terms() returns trigger language plpgsql as $$
begin
  if old.status = -1 and new.status <> -1
    or new.status not in (old.status, old.status + 1, -1)
    or (new.id, new.token, new.currency, new.estimate_price, new.win_price, new.supply, new.user_cap, new.lot, new.apply_max,
        new.apply_start_ms, new.apply_end_ms, new.draw_ms, new.secret_hash, new.secret_sealed, new.is_example)
      is distinct from
       (old.id, old.token, old.currency, old.estimate_price, old.win_price, old.supply, old.user_cap, old.lot, old.apply_max,
        old.apply_start_ms, old.apply_end_ms, old.draw_ms, old.secret_hash, old.secret_sealed, old.is_example)
    or (new.pay_end_ms <> old.pay_end_ms and not (old.status = 2 and new.status = 3 and new.pay_end_ms > old.pay_end_ms))
    or (old.status > 1 and (new.applied, new.applicants) is distinct from (old.applied, old.applicants))
  then
    raise exception 'ieo % cannot become that, or its terms are fixed', old.id using errcode = 'FL002';
  end if;
  return new;
end $$;
create trigger ieo_keeps_its_terms before update on ieo for each row execute function ieo_keeps_its_terms();

-- When which part of what was paid for becomes free.
create table ieo_unlock (
  ieo_id text not null references ieo (id),
  place smallint not null check (place > 0),
  at_ms bigint not null,
  percent numeric not null check (percent > 0 and percent <= 100),
  -- Every order has it.
  is_done boolean not null default false,
  primary key (ieo_id, place),
  unique (ieo_id, at_ms)
);

-- What everybody needs to draw again: written once, with the draw.
create table ieo_draw (
  ieo_id text primary key references ieo (id),
  secret text not null check (secret ~ '^[0-9a-f]{64}$'),
  root text not null check (root ~ '^[0-9a-f]{64}$'),
  price_day text not null,
  price_tree_size integer not null check (price_tree_size > 0),
  price_root text not null check (price_root ~ '^[0-9a-f]{64}$'),
  seed text not null check (seed ~ '^[0-9a-f]{64}$'),
  applications integer not null check (applications >= 0),
  drawn_ms bigint not null
);
create trigger ieo_draw_immutable before update or delete or truncate on ieo_draw for each statement execute function refuse_change();

create table ieo_order (
  id bigint primary key,
  order_no text not null unique,
  ieo_id text not null references ieo (id),
  -- Null: an application of an example that stands for nobody.
  user_id bigint,
  num numeric(36, 8) not null check (num > 0),
  -- 0 applied, 1 won, 2 not won, 3 paid, 4 unlocking, 5 done, -1 cancelled, -2 lapsed.
  status smallint not null default 0 check (status between -2 and 5),
  -- Its place among the leaves, and what was drawn at which price.
  leaf integer check (leaf >= 0),
  won numeric(36, 8) check (won >= 0),
  win_price numeric check (win_price > 0),
  paid_num numeric(36, 8) check (paid_num > 0 and paid_num <= won),
  amount numeric(36, 8) check (amount = trunc(paid_num * win_price, 8)),
  -- In the person's INVEST bucket: the payment until the tokens come, then the tokens that are not free yet.
  held numeric(36, 8) not null default 0 check (held >= 0),
  tokens_held numeric(36, 8) not null default 0 check (tokens_held >= 0),
  tokens_free numeric(36, 8) not null default 0 check (tokens_free >= 0),
  -- The last part that is free.
  unlocked_through smallint not null default 0 check (unlocked_through >= 0),
  refunded numeric(36, 8) check (refunded = amount),
  -- A lapse that counts towards a pause: the price was not above the estimate.
  is_counted boolean not null default false,
  created_ms bigint not null,
  paid_ms bigint,
  closed_ms bigint,
  check (num_nulls(leaf, won, win_price) in (0, 3)),
  check (num_nulls(paid_num, amount, paid_ms) in (0, 3)),
  check (status not in (0) or won is null),
  check (status not in (1, -2) or (won > 0 and paid_num is null)),
  check (status <> 2 or won = 0),
  check (status not in (3, 4, 5) or paid_num is not null),
  check (held = case when status = 3 then amount else 0 end),
  check (tokens_held = case when status = 4 then paid_num - tokens_free else 0 end),
  check (status <> 5 or tokens_free = paid_num),
  check (status <> -1 or (paid_num is null) = (refunded is null)),
  check (not is_counted or status = -2),
  check ((status in (2, 5, -1, -2)) = (closed_ms is not null))
);
-- One application of a person for a project; one that was taken back does not count.
create unique index ieo_order_once on ieo_order (ieo_id, user_id) where status <> -1;
create index ieo_order_of_user on ieo_order (user_id, id desc);
create index ieo_order_lapsed_of_user on ieo_order (user_id, closed_ms) where is_counted;
create unique index ieo_order_leaves on ieo_order (ieo_id, leaf) where leaf is not null;
-- What is due, found without looking at what is over.
create index ieo_order_open on ieo_order (ieo_id, status, unlocked_through, id) where status in (0, 1, 3, 4);

create function ieo_order_keeps_its_terms() returns trigger language plpgsql as $$
begin
  if (new.id, new.order_no, new.ieo_id, new.user_id, new.num, new.created_ms)
      is distinct from (old.id, old.order_no, old.ieo_id, old.user_id, old.num, old.created_ms)
    or (old.won is not null and (new.leaf, new.won, new.win_price) is distinct from (old.leaf, old.won, old.win_price))
    or (old.paid_num is not null and (new.paid_num, new.amount, new.paid_ms) is distinct from (old.paid_num, old.amount, old.paid_ms))
    or new.unlocked_through < old.unlocked_through
    or not (case old.status
      when 0 then new.status in (1, 2, -1)
      when 1 then new.status in (3, -1, -2)
      when 3 then new.status in (4, -1)
      when 4 then new.status in (4, 5, -1)
      when 5 then new.status = -1
      else false end)
  then
    raise exception 'ieo order % is over, or its terms are fixed', old.id using errcode = 'FL002';
  end if;
  return new;
end $$;
create trigger ieo_order_keeps_its_terms before update on ieo_order for each row execute function ieo_order_keeps_its_terms();
create function ieo_row_is_never_deleted() returns trigger language plpgsql as $$
begin
  raise exception 'a row of % cannot be deleted', tg_table_name using errcode = 'FL002';
end $$;
create trigger ieo_is_never_deleted before delete on ieo for each row execute function ieo_row_is_never_deleted();
create trigger ieo_order_is_never_deleted before delete on ieo_order for each row execute function ieo_row_is_never_deleted();
