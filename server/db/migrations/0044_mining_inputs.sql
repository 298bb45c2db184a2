-- What mining brings and costs, a network's staking rate and a fund's unit value are published as leaves like the other inputs (product 3.3).
alter table published_input drop constraint published_input_symbol_check;
alter table published_input add constraint published_input_symbol_check check (
  symbol ~ '^((FUND|SWAP|IV|LOG):[A-Z0-9]{1,20}|HASHPRICE_[A-Z0-9]{1,10}|KWH|STAKE:[A-Z0-9]{1,10}|NAV:[A-Z0-9-]{1,16})$'
);

-- Machines whose cooling-off is over and whose price still lies with the buyer.
create index product_order_to_sell on product_order (bought_ms, id) where type = 4 and status = 1 and held > 0;
