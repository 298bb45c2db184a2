-- The step of the prices of its market when an order was made: it is closed, or filled, on the same. Null: made before this was written down,
-- with the one that its market has.
alter table position add column tick numeric;
alter table spot_order add column tick numeric;
