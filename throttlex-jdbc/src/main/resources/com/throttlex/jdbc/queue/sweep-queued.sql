delete from throttlex_queued where lane_id = ?
