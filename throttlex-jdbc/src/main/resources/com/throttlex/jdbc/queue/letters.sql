select ticket, request, reason, attempts, died_at from throttlex_dead_letter
where lane_id = ? order by number desc limit ?
