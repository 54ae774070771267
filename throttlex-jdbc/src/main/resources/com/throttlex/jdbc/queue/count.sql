select count(*) as found from throttlex_queued where lane_id = ?
