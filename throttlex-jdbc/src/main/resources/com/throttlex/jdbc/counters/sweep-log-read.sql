-- Reads expired charges of logs.
[[(select counter_id, request_time from throttlex_sw_log
  where counter_id = ? and request_time <= ? order by request_time limit 200)| union all ]]
