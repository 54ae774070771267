-- The requests that can be taken, in the order of their turns.
select number, request, deadline, attempts, consumer from throttlex_queued
where lane_id = ? and visible_at <= ?
order by visible_at, number limit ?
