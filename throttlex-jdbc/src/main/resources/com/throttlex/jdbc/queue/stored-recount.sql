-- The number and the bytes of the requests of a service that have ended.
update throttlex_stored_lane set
  waiting = (select count(*) from throttlex_stored s where s.queue_id = ? and s.lane_id = ''),
  waiting_bytes =
    (select coalesce(sum(s.size_bytes), 0) from throttlex_stored s where s.queue_id = ? and s.lane_id = '')
where queue_id = ? and lane_id = ''
