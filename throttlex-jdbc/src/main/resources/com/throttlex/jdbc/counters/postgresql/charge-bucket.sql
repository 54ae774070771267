-- Charges a bucket that runs on the plain clock; returns nothing unless it was charged.
with t as materialized (
  select coalesce({now}::bigint, (extract(epoch from clock_timestamp()) * 1000000)::bigint * 1000) as now,
    {charged}::bigint as charged
)
insert into throttlex_usage as u (key_id, counter_id, limits, word, previous, floor_at, expires_at)
select {key}, {mark}, {limits}, t.now + t.charged, 0, 0, t.now + t.charged + {margin} from t
on conflict (key_id) do update set
  word = greatest(u.word, excluded.word - {charged}) + {charged},
  expires_at = greatest(u.word + {charged} + {margin}, excluded.expires_at)
where u.limits = excluded.limits
  and greatest(u.word - excluded.word + {charged}, 0) + {charged} <= {capacity}
returning limits, word, true as charged, (select now from t) as now
