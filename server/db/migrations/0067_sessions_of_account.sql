-- All sessions of one account, ended ones too: for the copy of its data, and for forgetting it (product 3.10).
create index session_of_account on session (account_id, id);
