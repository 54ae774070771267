-- Reads counters without locking them.
select key_id, counter_id, limits, word, previous, floor_at, expires_at,
  timestampdiff(microsecond, '1970-01-01', utc_timestamp(6)) * 1000 as now
from throttlex_usage where key_id in ([[?]])
