select lane_id from throttlex_stored_lane where queue_id = ? and due_at <= ?
order by due_at, lane_id limit ?
