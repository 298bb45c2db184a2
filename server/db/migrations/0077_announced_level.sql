-- Which lower level was announced: on its day nobody falls below it (product 2.14). What was announced before stands in its notice.
alter table level_fall add column to_level smallint check (to_level >= 0);
update level_fall f set to_level = coalesce(
  (select (n.params->>'level')::smallint from inbox_notice n
   where n.user_id = f.user_id and n.kind = 'levelFalling' order by n.id desc limit 1),
  (select greatest(a.level - 1, 0) from account a where a.id = f.user_id),
  0);
alter table level_fall alter column to_level set not null;
