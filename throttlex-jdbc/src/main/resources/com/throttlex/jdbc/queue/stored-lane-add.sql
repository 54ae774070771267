insert into throttlex_stored_lane (queue_id, lane_id, due_at, holder, waiting, waiting_bytes)
values (?, ?, ?, null, ?, ?)
