-- Adds charges to logs.
insert into throttlex_sw_log as l (counter_id, request_time, units)
values [[(?, ?, ?)]]
on conflict (counter_id, request_time) do update set units = l.units + excluded.units
