-- Locks those of the expired counters that are not in use.
select key_id from throttlex_usage where key_id in ([[?]]) and expires_at < ? for update skip locked
