-- Deletes expired charges after a clock step back to before them.
delete from throttlex_sw_log where counter_id = ? and request_time <= ?
