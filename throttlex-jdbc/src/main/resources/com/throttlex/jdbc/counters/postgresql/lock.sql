-- Creates missing counters, and locks the others in the order of their keys. A counter that another
-- transaction creates at the same time is in neither part; then the statement is run again.
with asked (key_id, counter_id) as (
  values [[(?::bytea, ?::bigint)]]
), made as (
  insert into throttlex_usage (key_id, counter_id, limits, word, previous, floor_at, expires_at)
  select key_id, counter_id, '', 0, 0, 0, 0 from asked order by key_id
  on conflict do nothing
  returning key_id, counter_id, limits, word, previous, floor_at, expires_at
), locked as (
  select key_id, counter_id, limits, word, previous, floor_at, expires_at from throttlex_usage
  where key_id in (select key_id from asked)
  order by key_id
  for update
)
select made.*, (extract(epoch from clock_timestamp()) * 1000000)::bigint * 1000 as now from made
union all
select locked.*, (extract(epoch from clock_timestamp()) * 1000000)::bigint * 1000 from locked
