select queued_at from throttlex_queued where lane_id = ? order by number limit 1
