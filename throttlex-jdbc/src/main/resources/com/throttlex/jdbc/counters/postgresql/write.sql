-- Writes locked counters.
update throttlex_usage as u
set limits = v.limits, word = v.word, previous = v.previous, floor_at = v.floor_at,
  expires_at = v.expires_at
from (values [[(?::bytea, ?, ?::bigint, ?::bigint, ?::bigint, ?::bigint)]])
  as v (key_id, limits, word, previous, floor_at, expires_at)
where u.key_id = v.key_id
