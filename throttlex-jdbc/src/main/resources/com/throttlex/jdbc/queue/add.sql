insert into throttlex_queued
  (lane_id, number, request, queued_at, deadline, visible_at, attempts, consumer)
values (?, ?, ?, ?, ?, ?, 0, null)
