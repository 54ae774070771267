-- Creates missing counters, and locks the others; MySQL does not return rows.
insert into throttlex_usage (key_id, counter_id, limits, word, previous, floor_at, expires_at)
values [[(?, ?, '', 0, 0, 0, 0)]]
on duplicate key update key_id = values(key_id)
