select number, request, deadline, attempts, consumer from throttlex_queued
where lane_id = ? and number = ?
