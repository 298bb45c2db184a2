-- What of a product that is sold brings nothing any more, of kinds that stay sold: machines at the end of their term. The reserve owes
-- nothing for it (product 2.9, 3.9).
alter table product_sold add column over numeric(36, 8) not null default 0 check (over between 0 and amount);
update product_sold s set over = o.over
from (select product_id, sum(num) as over from product_order where type = 4 and account_type = 1 and status = 2 group by 1) o
where s.product_id = o.product_id and s.book = 1;

-- What units of a fund are worth above what was paid for them is summed before more of it is sold, and for the published reserves.
create index product_order_in_fund on product_order (product_id, account_type) include (units, held) where type = 3 and status in (1, 3, 5);
