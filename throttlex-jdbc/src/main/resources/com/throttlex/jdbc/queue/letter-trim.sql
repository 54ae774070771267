delete from throttlex_dead_letter where lane_id = ? and number <= ?
