-- What the wire remembers (product 1.1). Times are epoch milliseconds.

-- First answers of the calls that happen once. The key and the answer are hidden by the request id itself, which only the sender has.
create table once_answer (
  -- '' for visitors who are not signed in.
  user_id text not null,
  path text not null,
  -- SHA-256 of the request id.
  request_hash bytea not null,
  -- HMAC of the body under the request id.
  body_mark bytea not null,
  answer bytea,
  expires_ms bigint not null,
  primary key (user_id, path, request_hash)
);
create index once_answer_expires on once_answer (expires_ms);

-- The newest body of a person on a call that costs money, to ask before the same order is sent twice.
create table once_recent (
  user_id text not null,
  path text not null,
  body_hash bytea not null,
  at_ms bigint not null,
  primary key (user_id, path, body_hash)
);
create index once_recent_at on once_recent (at_ms);

-- Nonces of sealed bodies, kept for as long as their time would still be accepted.
create table seal_nonce (
  nonce text primary key,
  expires_ms bigint not null
);
create index seal_nonce_expires on seal_nonce (expires_ms);

-- RSA keys for sealed bodies, the same for every server on this database. `number` makes two servers agree on the next one.
create table seal_key (
  kid text primary key,
  number integer not null unique,
  private_pem text not null,
  public_pem text not null,
  created_ms bigint not null,
  not_after_ms bigint not null
);

create table short_link (
  code text primary key check (code ~ '^[A-Za-z0-9]{4,16}$'),
  type text not null check (type in ('invite', 'article')),
  target text not null,
  invite_code text,
  expires_ms bigint,
  check ((type = 'invite') = (invite_code is not null))
);

-- One use per address and day; the address itself is not kept.
create table short_link_use (
  code text not null,
  day text not null,
  visitor_hash bytea not null,
  primary key (code, day, visitor_hash)
);
