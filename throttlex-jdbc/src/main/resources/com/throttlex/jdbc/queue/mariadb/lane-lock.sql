-- Locks the queue of a service until the end of the transaction.
insert into throttlex_queue (lane_id, service, last_number, used_at) values (?, ?, 0, ?)
on duplicate key update used_at = values(used_at)
