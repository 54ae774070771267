-- Reads a charge of a log, and the one before it.
select request_time, units from throttlex_sw_log
where counter_id = ? and request_time <= ? and request_time > ? and units > 0
order by request_time desc limit 2
