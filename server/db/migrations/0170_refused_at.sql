-- When a repeat was refused last by the machine's clock, with fractions: a yes that came in earlier is no answer to it.
alter table once_recent add column refused_at double precision;
