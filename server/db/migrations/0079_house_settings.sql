-- What staff set for everybody (product 1.6 call 102). A name without a row has what the release has.
create table house_setting (
  name text not null check (name in ('isPcLimite', 'minClient', 'statusNote', 'maintenance')),
  -- Of the words of a status note; everything else is the same in every language and has ''.
  lang text not null default '' check ((name = 'statusNote') = (lang <> '')),
  value text not null check (value <> ''),
  set_ms bigint not null,
  primary key (name, lang)
);
