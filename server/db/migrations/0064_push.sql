-- Telling people's devices (product 1.6 call 120), and which announcements each has read (call 106). Times are epoch milliseconds.

-- One key for good: every subscription is bound to it. Whichever server comes first makes it.
create table push_key (
  id smallint primary key default 1 check (id = 1),
  private_pem text not null,
  -- The uncompressed point in base64url, as devices are given it.
  public_key text not null check (length(public_key) = 87),
  since_ms bigint not null
);
create trigger push_key_immutable before update or delete or truncate on push_key for each statement execute function refuse_change();

create table push_device (
  id bigint primary key,
  user_id bigint not null,
  -- One browser, one session, one subscription. It ends with the session.
  session_id bigint not null unique references session (id) on delete cascade,
  endpoint text not null unique check (length(endpoint) <= 1000),
  -- Of the endpoint: only so many messages travel to one host at a time.
  host text not null check (host <> ''),
  p256dh bytea not null check (length(p256dh) = 65),
  auth bytea not null check (length(auth) = 16),
  topics text[] not null check (topics <@ array['system', 'transaction', 'task', 'alert']),
  -- Minutes after midnight on the device's clock, which is this many minutes from UTC. Null for none.
  quiet_from smallint check (quiet_from between 0 and 1439),
  quiet_to smallint check (quiet_to between 0 and 1439),
  offset_minutes smallint check (offset_minutes between -840 and 840),
  -- Messages in a row that the endpoint would not take.
  refused smallint not null default 0,
  -- The push service asked for a pause until then.
  paused_ms bigint not null default 0,
  created_ms bigint not null,
  check (num_nulls(quiet_from, quiet_to, offset_minutes) in (0, 3))
);
create index push_device_of_user on push_device (user_id);

-- However a session ends, its device is told nothing more.
create function session_end_forgets_device() returns trigger language plpgsql as $$
begin
  delete from push_device where session_id = new.id;
  return null;
end $$;
create trigger session_end_forgets_device after update of ended_ms on session
  for each row when (old.ended_ms is null and new.ended_ms is not null) execute function session_end_forgets_device();

-- Messages that wait for their endpoints: one for each notice and device, written with the notice.
create table push_outbox (
  id bigint primary key generated always as identity,
  -- No foreign key: a device that goes at this moment must not undo what the notice tells of.
  device_id bigint not null,
  notice_id bigint not null references inbox_notice (id) on delete cascade,
  host text not null,
  -- A later message about the same thing takes the place of an earlier one.
  tag text not null check (tag ~ '^[A-Za-z0-9_-]{1,32}$'),
  created_ms bigint not null,
  -- From then on it would tell nobody anything.
  late_ms bigint not null,
  -- Moved on by whoever tries to send, before the try: no two servers send the same, and one that dies is followed by another.
  due_ms bigint not null,
  tries integer not null default 0,
  unique (notice_id, device_id)
);
-- Host by host: what waits for one that is busy costs the others nothing.
create index push_outbox_due on push_outbox (host, due_ms, id);
create index push_outbox_of_device on push_outbox (device_id, tag, id);

create table announcement_read (
  user_id bigint not null,
  -- Of the announcement, in whatever language it was read.
  slug text not null,
  read_ms bigint not null,
  primary key (user_id, slug)
);
