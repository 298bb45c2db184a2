-- How many orders of earn products a person has, so that a page's total does not have to read them all. It follows the orders by triggers;
-- server/ledger/check.ts recounts every night.
create table product_order_count (
  user_id bigint not null,
  account_type smallint not null check (account_type in (1, 2)),
  type smallint not null,
  status smallint not null,
  count bigint not null check (count >= 0),
  primary key (user_id, account_type, type, status)
) with (fillfactor = 70);

create function count_product_orders() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    update product_order_count set count = count - 1
    where user_id = old.user_id and account_type = old.account_type and type = old.type and status = old.status;
  end if;
  insert into product_order_count as c (user_id, account_type, type, status, count)
  values (new.user_id, new.account_type, new.type, new.status, 1)
  on conflict (user_id, account_type, type, status) do update set count = c.count + 1;
  return null;
end $$;

insert into product_order_count (user_id, account_type, type, status, count)
select user_id, account_type, type, status, count(*) from product_order group by 1, 2, 3, 4;

create trigger product_order_counted after insert on product_order for each row execute function count_product_orders();
create trigger product_order_recounted after update on product_order for each row
when (old.status is distinct from new.status) execute function count_product_orders();
