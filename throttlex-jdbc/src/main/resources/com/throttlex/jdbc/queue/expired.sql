-- The requests that waited too long, except those that a consumer has.
select number, request, deadline, attempts, consumer from throttlex_queued
where lane_id = ? and deadline <= ? and (consumer is null or visible_at <= ?)
order by number limit ?
