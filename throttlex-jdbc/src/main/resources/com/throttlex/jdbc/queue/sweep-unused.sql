select lane_id from throttlex_queue where used_at < ? and stored_count = 0 order by lane_id limit 100
