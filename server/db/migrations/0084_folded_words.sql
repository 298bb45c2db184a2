-- What is searched for is found however it is typed: without accents, in capitals, full-width (src/rules/fold.ts says the same).
create function folded(said text) returns text language sql immutable strict parallel safe
  return lower(translate(regexp_replace(normalize(said, NFKD), '[\u0300-\u036f]', '', 'g'), 'Đđ', 'dd'));
alter table content_piece
  add column folded_title text generated always as (folded(title)) stored,
  add column folded_words text generated always as (folded(title || ' ' || summary || ' ' || words)) stored;
