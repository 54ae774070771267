-- The queues with requests that waited too long; those in use expire by themselves.
select q.service from throttlex_queue q
where exists (select 1 from throttlex_queued r where r.lane_id = q.lane_id and r.deadline <= ?)
order by q.service limit 100
