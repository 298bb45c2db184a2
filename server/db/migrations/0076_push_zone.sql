-- Where a device's clock stands (an IANA name): quiet hours go by it, over changes of summer time too. Null: by the distance from UTC alone.
alter table push_device add column zone text check (length(zone) between 1 and 64);
