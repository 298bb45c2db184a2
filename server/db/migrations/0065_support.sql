-- Conversations of people with our staff (product 1.6 call 122). Times are epoch milliseconds.

create table support_ticket (
  id bigint primary key,
  user_id bigint not null references account (id),
  topic text not null check (topic in ('account', 'verification', 'deposit', 'withdrawal', 'trading', 'earn', 'loan', 'complaint', 'other')),
  -- The thing that it is about: DP…, WD…, PC…; '' for none.
  order_no text not null,
  -- The first line of the first message.
  title text not null check (length(title) between 1 and 80),
  -- 0 waits for staff, 1 answered, 2 closed.
  status smallint not null default 0 check (status in (0, 1, 2)),
  created_ms bigint not null,
  updated_ms bigint not null,
  -- Of the oldest message that staff have not answered, and until when they do.
  waits_since_ms bigint check ((status = 0) = (waits_since_ms is not null)),
  answer_by_ms bigint check ((status = 0) = (answer_by_ms is not null) and answer_by_ms > waits_since_ms),
  -- When staff answered first.
  first_answer_ms bigint check (first_answer_ms >= created_ms),
  -- When a program answers where no staff are; null once it has, and where it never does.
  program_due_ms bigint,
  -- The newest message that its owner has seen.
  seen_to bigint not null default 0
);
create index support_ticket_of_user on support_ticket (user_id, updated_ms desc, id desc);
create index support_ticket_waiting on support_ticket (answer_by_ms, id) where status = 0;
create index support_ticket_open on support_ticket (user_id) where status <> 2;
create index support_ticket_program on support_ticket (program_due_ms) where program_due_ms is not null;
create index support_ticket_answered on support_ticket (first_answer_ms) where first_answer_ms is not null;
create index support_ticket_created on support_ticket (created_ms);

create function support_ticket_stays() returns trigger language plpgsql as $$
begin
  if (new.id, new.user_id, new.topic, new.order_no, new.title, new.created_ms)
      is distinct from (old.id, old.user_id, old.topic, old.order_no, old.title, old.created_ms)
    or old.first_answer_ms is not null and new.first_answer_ms is distinct from old.first_answer_ms
    or new.updated_ms < old.updated_ms or new.seen_to < old.seen_to
    or old.program_due_ms is null and new.program_due_ms is not null
  then
    raise exception 'ticket % is not changed so', old.id using errcode = 'FL002';
  end if;
  return new;
end $$;
create trigger support_ticket_stays before update on support_ticket for each row execute function support_ticket_stays();

create table support_message (
  id bigint primary key generated always as identity,
  ticket_id bigint not null references support_ticket (id),
  by text not null check (by in ('me', 'staff', 'program')),
  -- Who of the staff wrote it; its owner is not told.
  staff_id bigint references staff (id) check ((by = 'staff') = (staff_id is not null)),
  -- What a program says is made of its topic when it is read, in the reader's language.
  text text not null check ((by = 'program') = (text = '') and length(text) <= 2000),
  files bigint[] not null default '{}' check (cardinality(files) <= 3 and (by = 'me' or cardinality(files) = 0)),
  created_ms bigint not null
);
create index support_message_of_ticket on support_message (ticket_id, id desc);
create unique index support_message_one_program on support_message (ticket_id) where by = 'program';
create trigger support_message_immutable before update on support_message for each statement execute function refuse_change();
