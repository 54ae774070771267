-- Charges that are over, when the clock went back to before them.
delete from throttlex_sw_log where counter_id = ? and request_time <= ?
