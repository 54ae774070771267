select last_number from throttlex_queue where lane_id = ?
