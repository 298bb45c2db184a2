-- What a charge was computed from: a part that is closed in the same millisecond may have left the position before it or after it. Null: from before
-- it was written down.
alter table holding_charge add column quantity numeric check (quantity > 0);
