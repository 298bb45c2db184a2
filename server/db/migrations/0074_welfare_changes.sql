-- Bonuses, envelopes and vouchers are paid from money that two people put in too (product 2.14, 3.2, 5.6).
alter table reserve_change
  drop constraint reserve_change_account_check,
  add constraint reserve_change_account_check check (account in ('RESERVE_EARN', 'LOAN_POOL', 'PRIZE', 'WELFARE'));
