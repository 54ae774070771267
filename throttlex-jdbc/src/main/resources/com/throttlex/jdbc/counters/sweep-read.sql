-- Reads the next counters in the order of their keys.
select key_id, counter_id, limits, previous, floor_at, expires_at from throttlex_usage
where key_id > ? order by key_id limit ?
