-- Team: a share of the trading fees that direct invitees really paid, for twelve months (product 2.14). Days are the server's, UTC+8.
create index account_team on account (invited_by, id desc) where invited_by is not null;
-- Whose fees a day had, in the REAL book.
create index leg_day_of_fees on leg_day (day, user_id) where book = 1 and type = 5 and currency = 'USDT';

-- A day's reckoning: how far it has come, so that a server that dies goes on where it was. `after_id` is the last invitee who is done.
create table team_run (
  day wire_day primary key,
  began_ms bigint not null,
  after_id bigint not null default 0,
  done_ms bigint
);
create index team_run_to_do on team_run (day) where done_ms is null;

create function team_run_goes_on() returns trigger language plpgsql as $$
begin
  if old.done_ms is not null or (new.day, new.began_ms) is distinct from (old.day, old.began_ms) or new.after_id < old.after_id then
    raise exception 'the reckoning of % goes one way', old.day using errcode = 'FL002';
  end if;
  return new;
end $$;
create trigger team_run_goes_on before update on team_run for each row execute function team_run_goes_on();

-- What one invitee's fees of one day brought. `fees` is what they really paid, vouchers and what came back taken off; `owed`, never above
-- zero, is what came back beyond what was paid and comes off the next days.
create table team_fee (
  invitee_id bigint not null,
  day wire_day not null,
  inviter_id bigint not null check (inviter_id <> invitee_id),
  fees numeric(36, 8) not null,
  owed numeric(36, 8) not null check (owed <= 0),
  amount numeric(36, 8) not null check (amount >= 0 and amount <= fees * 0.2 or amount = 0),
  primary key (invitee_id, day)
);
create index team_fee_of_day on team_fee (day, inviter_id) include (amount);
create trigger team_fee_immutable before update or delete or truncate on team_fee for each statement execute function refuse_change();

-- What an inviter gets of a day, in one posting.
create table team_income (
  id bigint primary key generated always as identity,
  inviter_id bigint not null,
  day wire_day not null,
  amount numeric(36, 8) not null check (amount > 0),
  created_ms bigint not null,
  paid_ms bigint,
  unique (inviter_id, day)
);
create index team_income_to_pay on team_income (id) where paid_ms is null;

create function team_income_is_paid_once() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.paid_ms is not null
    or (new.id, new.inviter_id, new.day, new.amount, new.created_ms) is distinct from (old.id, old.inviter_id, old.day, old.amount, old.created_ms)
  then
    raise exception 'team income % is paid once and never changed', old.id using errcode = 'FL002';
  end if;
  return new;
end $$;
create trigger team_income_is_paid_once before update or delete on team_income
for each row execute function team_income_is_paid_once();

-- Benefits (product 2.14, 5.6): a task that was noticed as done, and its reward once it is claimed. Nothing goes back.
create table benefit_task (
  user_id bigint not null,
  task text not null check (task in ('readPrices', 'riskQuiz', 'secondFactor', 'verifySettlement', 'setLimit', 'demoStop', 'basicKyc')),
  done_ms bigint not null,
  claimed_ms bigint check (claimed_ms >= done_ms),
  primary key (user_id, task)
);

create function benefit_task_goes_on() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.claimed_ms is not null or (new.user_id, new.task, new.done_ms) is distinct from (old.user_id, old.task, old.done_ms)
  then
    raise exception 'task % of % is claimed once', old.task, old.user_id using errcode = 'FL002';
  end if;
  return new;
end $$;
create trigger benefit_task_goes_on before update or delete on benefit_task for each row execute function benefit_task_goes_on();

-- A voucher pays trading fees of the REAL book out of WELFARE until it is used up. Its money is set aside in welfare_fund when it is made.
create table voucher (
  id bigint primary key,
  user_id bigint not null,
  task text not null,
  amount numeric(36, 8) not null check (amount > 0),
  rest numeric(36, 8) not null check (rest between 0 and amount),
  created_ms bigint not null,
  used_ms bigint,
  unique (user_id, task),
  foreign key (user_id, task) references benefit_task (user_id, task),
  check ((rest = 0) = (used_ms is not null))
);
create index voucher_usable on voucher (user_id, id) where rest > 0;

create function voucher_only_shrinks() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.rest > old.rest
    or (new.id, new.user_id, new.task, new.amount, new.created_ms) is distinct from (old.id, old.user_id, old.task, old.amount, old.created_ms)
  then
    raise exception 'voucher % is only ever used', old.id using errcode = 'FL002';
  end if;
  return new;
end $$;
create trigger voucher_only_shrinks before update or delete on voucher for each row execute function voucher_only_shrinks();
