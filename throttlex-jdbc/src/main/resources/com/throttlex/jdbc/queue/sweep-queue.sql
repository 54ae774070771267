delete from throttlex_queue where lane_id = ? and used_at < ? and stored_count = 0
