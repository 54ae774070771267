select charges, settled, expires_at,
  timestampdiff(microsecond, '1970-01-01', utc_timestamp(6)) * 1000 as now
from throttlex_reservation where name_id = ?
