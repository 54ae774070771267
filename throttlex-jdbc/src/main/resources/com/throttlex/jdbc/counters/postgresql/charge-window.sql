-- Charges a window of fixed length; returns nothing unless it was charged.
with t as materialized (
  select now, now / {period} as number
  from (
    select coalesce({now}::bigint, (extract(epoch from clock_timestamp()) * 1000000)::bigint * 1000) as now
  ) as given
)
insert into throttlex_usage as u (key_id, counter_id, limits, word, previous, floor_at, expires_at)
select {key}, {mark}, {limits}, (t.number << {bits}::int) + {charged}, 0, 0,
  (t.number + 1) * {period} + {margin}
from t
on conflict (key_id) do update set
  word = case
    when u.word >> {bits}::int >= excluded.word >> {bits}::int then u.word + {charged}
    else excluded.word
  end,
  expires_at = greatest(u.expires_at, excluded.expires_at)
where u.limits = excluded.limits
  and (u.word >> {bits}::int < excluded.word >> {bits}::int
    or u.word % (1::bigint << {bits}::int) + {charged} <= {capacity})
returning limits, word, true as charged, (select now from t) as now
