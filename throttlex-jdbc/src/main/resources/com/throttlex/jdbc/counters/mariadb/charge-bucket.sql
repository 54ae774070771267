-- Charges a bucket that runs on the plain clock, if it has that limit and the charge fits.
-- Assignments run one after the other. A bucket does not use the column previous, so it passes the
-- decision to the others.
insert into throttlex_usage (key_id, counter_id, limits, word, previous, floor_at, expires_at)
values ({key}, {mark}, {limits},
  coalesce({now}, timestampdiff(microsecond, '1970-01-01', utc_timestamp(6)) * 1000)
    + {charged}, {mark}, 0,
  coalesce({now}, timestampdiff(microsecond, '1970-01-01', utc_timestamp(6)) * 1000)
    + {charged} + {margin})
on duplicate key update
  previous = if(limits = values(limits)
    and greatest(word - values(word) + {charged}, 0) + {charged} <= {capacity},
    values(previous), previous),
  expires_at = if(previous = values(previous),
    greatest(word + {charged} + {margin}, values(expires_at)), expires_at),
  word = if(previous = values(previous),
    greatest(word, values(word) - {charged}) + {charged}, word)
returning limits, word, previous = {mark} as charged,
  coalesce({now}, timestampdiff(microsecond, '1970-01-01', utc_timestamp(6)) * 1000) as now
