update throttlex_stored_lane set due_at = ?, holder = ? where queue_id = ? and lane_id = ?
