-- By which rule a simulated day's prices follow from its seed; promised together with the commitment. Days promised before there was a second rule keep the first.
alter table sim_day add column rule text not null default 'sim1' check (rule in ('sim1', 'sim2'));

-- How much a class of simulated markets moves is published hour by hour.
alter table published_input drop constraint published_input_symbol_check;
alter table published_input add constraint published_input_symbol_check check (
  symbol ~ '^((FUND|SWAP|IV|LOG):[A-Z0-9]{1,20}|VOL:(CRYPTO|METAL|FOREX)|HASHPRICE_[A-Z0-9]{1,10}|KWH|STAKE:[A-Z0-9]{1,10}|NAV:[A-Z0-9-]{1,16})$'
);

-- By which law the past before a feed's first second is drawn. The bars that hold that second were stored with the end of the older past.
alter table market_feed add column history text not null default 'sim1' check (history in ('sim1', 'sim2'));
alter table market_feed alter column history set default 'sim2';
