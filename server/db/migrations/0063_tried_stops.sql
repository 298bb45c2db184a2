-- Whether somebody's stop ever closed a demo order, found without looking at all they closed (product 5.6).
create index position_demo_stopped on position (user_id) where account_type = 2 and status = 3 and close_reason in (2, 3);
