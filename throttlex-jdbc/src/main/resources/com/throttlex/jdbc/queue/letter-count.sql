select count(*) as found from throttlex_dead_letter where lane_id = ?
