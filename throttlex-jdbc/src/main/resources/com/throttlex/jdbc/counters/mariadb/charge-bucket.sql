-- Charges a bucket that runs on the plain clock, if it is of that limit and the charge fits. Assignments
-- happen one after the other: previous, which a bucket does not use, tells the others what was decided.
insert into throttlex_usage (key_id, counter_id, limits, word, previous, floor_at, expires_at)
select {key}, t.mark, {limits}, t.now + t.charged, t.mark, 0, t.now + t.charged + {margin}
from (
  select coalesce({now}, timestampdiff(microsecond, '1970-01-01', utc_timestamp(6)) * 1000) as now,
    {charged} as charged, {mark} as mark
) as t
on duplicate key update
  previous = if(throttlex_usage.limits = values(limits)
    and greatest(throttlex_usage.word - t.now, 0) + t.charged <= {capacity}, t.mark,
    throttlex_usage.previous),
  expires_at = if(throttlex_usage.previous = t.mark,
    greatest(throttlex_usage.word + t.charged + {margin}, values(expires_at)),
    throttlex_usage.expires_at),
  word = if(throttlex_usage.previous = t.mark,
    greatest(throttlex_usage.word, t.now) + t.charged, throttlex_usage.word)
returning limits, word, previous = {mark} as charged,
  coalesce({now}, timestampdiff(microsecond, '1970-01-01', utc_timestamp(6)) * 1000) as now
