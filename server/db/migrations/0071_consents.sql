-- What people agreed to, and the texts of every version, so that a change can be shown line by line (product 3.10, 5.6). Times are epoch
-- milliseconds.

create table agreement_text (
  slug text not null,
  lang text not null,
  version text not null,
  title text not null,
  html text not null,
  updated_ms bigint not null,
  primary key (slug, lang, version)
);
insert into agreement_text (slug, lang, version, title, html, updated_ms)
  select slug, lang, version, title, html, updated_ms from content_piece where kind = 'agreement';

create table consent (
  user_id bigint not null references account (id),
  agreement text not null check (agreement in ('user-agreement', 'risk-disclosure')),
  version text not null,
  agreed_ms bigint not null,
  primary key (user_id, agreement, version)
);
-- The newest of each stands with the account too, where every call reads it.
alter table account add column risk_version text;
insert into consent (user_id, agreement, version, agreed_ms)
  select id, 'user-agreement', agreement_version, agreed_ms from account where agreed_ms is not null;
-- Whoever agreed before was shown the risk disclosure that was published then.
update account set risk_version = p.version from content_piece p
  where account.agreed_ms is not null and p.slug = 'risk-disclosure' and p.lang = 'en-us';
insert into consent (user_id, agreement, version, agreed_ms)
  select id, 'risk-disclosure', risk_version, agreed_ms from account where risk_version is not null;

create function consent_stands() returns trigger language plpgsql as $$
begin
  raise exception 'what somebody agreed to is never altered';
end $$;
create trigger consent_stands before update on consent for each row execute function consent_stands();
