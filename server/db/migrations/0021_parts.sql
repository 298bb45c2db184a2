-- The parts that were closed out of a position, which its receipt adds up (product §2.4).
create index position_part_of on position (part_of) where part_of is not null;
