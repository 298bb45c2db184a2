-- Articles, notices and announcements, one row per language (product 5.6). Filled from server/db/seed/content at start.
-- Times are epoch milliseconds. `html` is sanitised before it is written here.

create table content_piece (
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 60),
  -- The code on the wire: en-us, jp, …
  lang text not null,
  kind text not null check (kind in ('help', 'news', 'agreement', 'notice', 'announcement')),
  category text not null,
  title text not null,
  summary text not null,
  html text not null,
  -- What a search looks through: the words alone.
  words text not null,
  toc jsonb not null,
  version text not null,
  -- Reading order where there is one; 0 where the newest comes first.
  position integer not null default 0,
  is_sample boolean not null default false,
  is_pinned boolean not null default false,
  priority text not null default 'M' check (priority in ('L', 'M', 'H')),
  published_ms bigint not null,
  updated_ms bigint not null,
  -- SHA-256 of the file and of the way it is rendered: a row is written again only when it differs.
  checksum text not null,
  primary key (slug, lang)
);
create index content_piece_list on content_piece (kind, lang, position, published_ms desc);
create index content_piece_category on content_piece (kind, category, lang);
