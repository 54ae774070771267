-- The first request of a lane.
select s.ticket, s.lane_id, s.stage, s.summary, s.size_bytes, s.attempts, s.reason, s.ends_at, l.holder
from throttlex_stored s join throttlex_stored_lane l
  on l.queue_id = s.queue_id and l.lane_id = s.lane_id
where s.queue_id = ? and s.lane_id = ?
order by s.number limit 1
