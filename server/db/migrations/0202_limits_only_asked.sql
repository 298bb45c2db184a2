-- Who only asked for a longer time in the app had the default of 60 minutes written beside it, as if they had set it. It counts without.
update own_limit set value = null where kind = 'sessionMinutes' and value = 60 and asked_ms is not null;
