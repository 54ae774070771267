-- Adds charges to logs.
insert into throttlex_sw_log (counter_id, request_time, units)
values [[(?, ?, ?)]]
on duplicate key update units = units + values(units)
