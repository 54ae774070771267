-- Reads the oldest charges of logs.
[[(select counter_id, request_time, units from throttlex_sw_log
  where counter_id = ? and request_time > ? order by request_time limit ?)| union all ]]
