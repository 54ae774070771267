delete from throttlex_stored where lane_id = '' and ends_at <= ?
