-- Charges a window of fixed length, if it is of that limit and the charge fits. Assignments happen one
-- after the other: previous, which a window does not use, tells the others what was decided.
insert into throttlex_usage (key_id, counter_id, limits, word, previous, floor_at, expires_at)
select {key}, t.mark, {limits}, (t.number << {bits}) + {charged}, t.mark, 0,
  (t.number + 1) * {period} + {margin}
from (
  select coalesce({now}, timestampdiff(microsecond, '1970-01-01', utc_timestamp(6)) * 1000)
      div {period} as number,
    {mark} as mark
) as t
on duplicate key update
  previous = if(throttlex_usage.limits = values(limits)
    and (throttlex_usage.word >> {bits} < t.number
      or throttlex_usage.word % (1 << {bits}) + {charged} <= {capacity}), t.mark,
    throttlex_usage.previous),
  expires_at = if(throttlex_usage.previous = t.mark,
    greatest(throttlex_usage.expires_at, values(expires_at)), throttlex_usage.expires_at),
  word = if(throttlex_usage.previous = t.mark,
    if(throttlex_usage.word >> {bits} < t.number, values(word), throttlex_usage.word + {charged}),
    throttlex_usage.word)
returning limits, word, previous = {mark} as charged,
  coalesce({now}, timestampdiff(microsecond, '1970-01-01', utc_timestamp(6)) * 1000) as now
