update throttlex_queued set attempts = ?, consumer = ?, visible_at = ?
where lane_id = ? and number = ?
