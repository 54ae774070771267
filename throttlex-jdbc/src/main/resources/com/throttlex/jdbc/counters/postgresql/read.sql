-- Reads counters without locking them.
select key_id, counter_id, limits, word, previous, floor_at, expires_at,
  (extract(epoch from clock_timestamp()) * 1000000)::bigint * 1000 as now
from throttlex_usage where key_id in ([[?]])
