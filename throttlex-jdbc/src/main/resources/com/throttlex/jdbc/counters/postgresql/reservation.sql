select charges, settled, expires_at,
  (extract(epoch from clock_timestamp()) * 1000000)::bigint * 1000 as now
from throttlex_reservation where name_id = ?
