-- What a deposit or a withdrawal was worth in USDT is unknown where no market prices its currency: that is not nothing, and not one USDT.
alter table deposit alter column value_usdt drop not null;
alter table withdrawal alter column usdt_value drop not null;
