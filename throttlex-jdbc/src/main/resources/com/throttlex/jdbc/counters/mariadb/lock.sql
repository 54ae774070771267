-- Creates missing counters, and locks the others.
insert into throttlex_usage (key_id, counter_id, limits, word, previous, floor_at, expires_at)
values [[(?, ?, '', 0, 0, 0, 0)]]
on duplicate key update key_id = values(key_id)
returning key_id, counter_id, limits, word, previous, floor_at, expires_at,
  timestampdiff(microsecond, '1970-01-01', utc_timestamp(6)) * 1000 as now
