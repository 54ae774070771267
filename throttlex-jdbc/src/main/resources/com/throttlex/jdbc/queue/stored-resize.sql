update throttlex_queue set stored_count = stored_count + ?, stored_bytes = stored_bytes + ?
where lane_id = ?
