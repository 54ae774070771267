-- Charges a window of fixed length, if it has that limit and the charge fits. Assignments run one
-- after the other. A window does not use the column previous, so it passes the decision to the
-- others.
insert into throttlex_usage (key_id, counter_id, limits, word, previous, floor_at, expires_at)
values ({key}, {mark}, {limits},
  (coalesce({now}, timestampdiff(microsecond, '1970-01-01', utc_timestamp(6)) * 1000)
    div {period} << {bits}) + {charged}, {mark}, 0,
  (coalesce({now}, timestampdiff(microsecond, '1970-01-01', utc_timestamp(6)) * 1000)
    div {period} + 1) * {period} + {margin})
on duplicate key update
  previous = if(limits = values(limits)
    and (word >> {bits} < values(word) >> {bits}
      or word % (1 << {bits}) + {charged} <= {capacity}),
    values(previous), previous),
  expires_at = if(previous = values(previous),
    greatest(expires_at, values(expires_at)), expires_at),
  word = if(previous = values(previous),
    if(word >> {bits} < values(word) >> {bits}, values(word), word + {charged}), word)
returning limits, word, previous = {mark} as charged,
  coalesce({now}, timestampdiff(microsecond, '1970-01-01', utc_timestamp(6)) * 1000) as now
