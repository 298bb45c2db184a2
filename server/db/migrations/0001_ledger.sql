-- Double entry (product 2.1). Books: 1 real, 2 demo. Amounts have eight decimals. Times are epoch milliseconds.

-- One row per person and book: what every change of that person's money locks first.
create table wallet (
  user_id bigint not null,
  book smallint not null check (book in (1, 2)),
  primary key (user_id, book)
);

-- What a person has, per bucket. The house has no rows here: its accounts are the sums of its legs, so nobody waits for a hot row.
create table balance (
  user_id bigint not null,
  book smallint not null check (book in (1, 2)),
  currency text not null check (currency <> ''),
  bucket text not null check (bucket in ('AVAIL', 'FROZEN', 'MARGIN', 'INVEST', 'COLLATERAL')),
  amount numeric(36, 8) not null check (amount >= 0),
  primary key (user_id, book, currency, bucket)
) with (fillfactor = 70);

create table posting (
  id bigint primary key generated always as identity,
  book smallint not null check (book in (1, 2)),
  ref_type text not null check (ref_type <> ''),
  ref_id text not null check (ref_id <> ''),
  order_no text not null default '',
  remark text not null default '',
  -- Filled only where one request makes exactly one posting.
  request_id text,
  at_ms bigint not null
);
create index posting_ref on posting (ref_type, ref_id);
create unique index posting_request on posting (request_id) where request_id is not null;

create table leg (
  id bigint primary key generated always as identity,
  posting_id bigint not null references posting (id),
  book smallint not null check (book in (1, 2)),
  -- A person's leg names the user and the record type; the house's names neither. `bucket` is then a house account.
  user_id bigint,
  currency text not null check (currency <> ''),
  bucket text not null check (bucket <> ''),
  amount numeric(36, 8) not null check (amount <> 0),
  type smallint,
  balance_before numeric(36, 8),
  balance_after numeric(36, 8),
  at_ms bigint not null,
  check (
    case when user_id is null then num_nonnulls(type, balance_before, balance_after) = 0
    else num_nulls(type, balance_before, balance_after) = 0 and balance_after >= 0 and balance_before + amount = balance_after end
  )
);
create index leg_posting on leg (posting_id);
create index leg_records on leg (user_id, book, id desc) where user_id is not null;
create index leg_records_by_currency on leg (user_id, book, currency, id desc) where user_id is not null;

-- History is never rewritten: a correction is a new posting.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% of % is refused: the ledger only grows', tg_op, tg_table_name using errcode = 'FL002';
end $$;
create trigger posting_immutable before update or delete or truncate on posting for each statement execute function refuse_change();
create trigger leg_immutable before update or delete or truncate on leg for each statement execute function refuse_change();

-- Books one posting in one call: balances in sorted order, then the legs with each bucket's balance before and after.
-- Within a bucket credits are booked before debits, so that no line of a person's records shows less than nothing.
-- FL001: a bucket would go below zero (detail: currency, bucket, available, needed). FL003: the legs do not sum to zero.
create function post_entry(
  p_book smallint, p_ref_type text, p_ref_id text, p_order_no text, p_remark text, p_request_id text, p_at_ms bigint,
  p_users bigint[], p_currencies text[], p_buckets text[], p_amounts numeric[], p_types smallint[]
) returns bigint language plpgsql as $$
declare
  entry bigint;
  part record;
  held numeric;
begin
  if cardinality(p_amounts) < 2 or exists (
    select from unnest(p_currencies, p_amounts) l (currency, amount) group by l.currency having sum(l.amount) <> 0
  ) then
    raise exception 'the legs do not sum to zero' using errcode = 'FL003';
  end if;

  insert into posting (book, ref_type, ref_id, order_no, remark, request_id, at_ms)
  values (p_book, p_ref_type, p_ref_id, p_order_no, p_remark, p_request_id, p_at_ms)
  returning id into entry;

  for part in
    select l.user_id, l.currency, l.bucket, sum(l.amount) as net
    from unnest(p_users, p_currencies, p_buckets, p_amounts) l (user_id, currency, bucket, amount)
    where l.user_id is not null
    group by l.user_id, l.currency, l.bucket
    order by l.user_id, l.currency, l.bucket
  loop
    update balance b set amount = b.amount + part.net
    where b.user_id = part.user_id and b.book = p_book and b.currency = part.currency and b.bucket = part.bucket
      and b.amount + part.net >= 0;
    continue when found;
    if part.net >= 0 then
      insert into balance as b (user_id, book, currency, bucket, amount)
      values (part.user_id, p_book, part.currency, part.bucket, part.net)
      on conflict (user_id, book, currency, bucket) do update set amount = b.amount + excluded.amount;
      continue;
    end if;
    select b.amount into held from balance b
    where b.user_id = part.user_id and b.book = p_book and b.currency = part.currency and b.bucket = part.bucket;
    raise exception 'not enough % in %', part.currency, part.bucket using errcode = 'FL001', detail = json_build_object(
      'currency', part.currency, 'bucket', part.bucket, 'available', coalesce(held, 0)::text, 'needed', (-part.net)::text)::text;
  end loop;

  insert into leg (posting_id, book, user_id, currency, bucket, amount, type, balance_before, balance_after, at_ms)
  select entry, p_book, t.user_id, t.currency, t.bucket, t.amount, t.type, t.after - t.amount, t.after, p_at_ms
  from (
    select l.*, b.amount - coalesce(sum(l.amount) over (
        partition by l.user_id, l.currency, l.bucket order by l.amount < 0, l.n rows between 1 following and unbounded following
      ), 0) as after
    from unnest(p_users, p_currencies, p_buckets, p_amounts, p_types) with ordinality l (user_id, currency, bucket, amount, type, n)
    left join balance b on b.user_id = l.user_id and b.book = p_book and b.currency = l.currency and b.bucket = l.bucket
  ) t
  order by t.amount < 0, t.n;
  return entry;
end $$;
