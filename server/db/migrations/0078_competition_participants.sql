-- "Place 10 of 14" counts the places of the table, as it does from now on: those who left or were taken out have none.
alter table competition disable trigger competition_keeps_its_terms;
update competition c
set participants = (select count(*) from competition_entry e where e.competition_id = c.id and e.rank is not null)
where final_ms is not null;
alter table competition enable trigger competition_keeps_its_terms;
