-- No variable income above 0.05 % of a day is offered (product 3.1 F12).
alter table product add constraint product_rate_is_modest check (type not in (1, 2) or rate_max <= 0.0005);
