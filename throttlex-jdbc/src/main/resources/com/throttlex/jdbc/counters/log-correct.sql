update throttlex_sw_log set units = ? where counter_id = ? and request_time = ?
