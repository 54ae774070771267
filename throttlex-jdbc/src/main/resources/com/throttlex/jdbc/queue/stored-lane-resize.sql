update throttlex_stored_lane set waiting = waiting + ?, waiting_bytes = waiting_bytes + ?
where queue_id = ? and lane_id = ?
