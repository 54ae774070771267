select (extract(epoch from clock_timestamp()) * 1000000)::bigint * 1000 as now
