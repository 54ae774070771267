insert into throttlex_stored
  (ticket, queue_id, lane_id, number, stage, summary, content, size_bytes, attempts, reason, ends_at)
values (?, ?, ?, ?, ?, ?, ?, ?, 0, '', ?)
