update throttlex_queue set last_number = ? where lane_id = ?
