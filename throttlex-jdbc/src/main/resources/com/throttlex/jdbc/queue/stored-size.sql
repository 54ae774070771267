select stored_count as waiting, stored_bytes as waiting_bytes from throttlex_queue
where lane_id = ?
