-- Of counters that are over, those that nobody uses now.
select key_id from throttlex_usage where key_id in ([[?]]) and expires_at < ? for update skip locked
