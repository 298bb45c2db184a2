-- The root of each day of prices is also posted in the news (product 3.3): by the server, neither of a release nor by staff.
alter table content_piece drop constraint content_piece_origin_check;
alter table content_piece add constraint content_piece_origin_check check (origin in ('release', 'staff', 'dayRoot'));
create index content_piece_day_roots on content_piece (published_ms) where origin = 'dayRoot';
-- The last head of each day, without reading those of every minute.
create index fair_head_final on fair_head (log, ms) where final;
