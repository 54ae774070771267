-- Writes counters that are locked and therefore exist.
insert into throttlex_usage (key_id, counter_id, limits, word, previous, floor_at, expires_at)
values [[(?, 0, ?, ?, ?, ?, ?)]]
on duplicate key update limits = values(limits), word = values(word), previous = values(previous),
  floor_at = values(floor_at), expires_at = values(expires_at)
