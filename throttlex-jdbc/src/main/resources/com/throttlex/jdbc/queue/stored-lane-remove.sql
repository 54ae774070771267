delete from throttlex_stored_lane where queue_id = ? and lane_id = ? and waiting = 0
