delete from throttlex_sw_log where (counter_id, request_time) in ([[(?, ?)]])
