-- Prizes of competitions are paid from money that two people put in too (product 2.15, 3.2).
alter table reserve_change
  drop constraint reserve_change_account_check,
  add constraint reserve_change_account_check check (account in ('RESERVE_EARN', 'LOAN_POOL', 'PRIZE'));
