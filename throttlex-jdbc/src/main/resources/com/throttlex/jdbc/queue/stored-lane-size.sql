select waiting, waiting_bytes from throttlex_stored_lane where queue_id = ? and lane_id = ?
